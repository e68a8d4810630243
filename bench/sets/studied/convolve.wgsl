// Convolution of an image with a kernel of (2 RADIUS + 1)² weights, texel by texel; beyond the edge lies the edge.

override RADIUS: i32 = 2;

@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var<storage, read> weights: array<f32>;
@group(0) @binding(2) var filtered: texture_storage_2d<rgba8unorm, write>;

@compute @workgroup_size(16, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let size = vec2i(textureDimensions(image));
  let at = vec2i(id.xy);
  if (any(at >= size)) { return; }
  var sum = vec3f(0.0);
  for (var dy = -RADIUS; dy <= RADIUS; dy++) {
    for (var dx = -RADIUS; dx <= RADIUS; dx++) {
      let place = clamp(at + vec2i(dx, dy), vec2i(0), size - 1);
      let weight = weights[(dy + RADIUS) * (2 * RADIUS + 1) + dx + RADIUS];
      sum += weight * textureLoad(image, place, 0).rgb;
    }
  }
  textureStore(filtered, at, vec4f(sum, 1.0));
}
