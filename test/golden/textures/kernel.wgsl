// Texels by place and between places, of a sampled and of a storage texture, and a store.
@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var between: sampler;
@group(0) @binding(2) var state: texture_storage_2d<r32float, read_write>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let size = min(textureDimensions(image), textureDimensions(state));
  if (any(id.xy >= size)) { return; }
  let place = (vec2f(id.xy) + 0.25) / vec2f(size);
  let near = textureSampleLevel(image, between, place, 0.0);
  let here = textureLoad(image, id.xy / 2u, 0);
  let old = textureLoad(state, id.xy).x;
  textureStore(state, id.xy, vec4f(old + dot(near, here), 0.0, 0.0, 0.0));
}
