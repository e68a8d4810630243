// Resizing an image by bilinear interpolation, as four texels and their weights.

@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var resized: texture_storage_2d<rgba8unorm, write>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let size = textureDimensions(resized);
  if (any(id.xy >= size)) { return; }
  let given = vec2f(textureDimensions(image));
  let place = (vec2f(id.xy) + 0.5) * given / vec2f(size) - 0.5;
  let low = floor(place);
  let share = place - low;
  let last = vec2i(given) - 1;
  let first = clamp(vec2i(low), vec2i(0), last);
  let second = clamp(vec2i(low) + 1, vec2i(0), last);
  let above = mix(textureLoad(image, first, 0), textureLoad(image, vec2i(second.x, first.y), 0), share.x);
  let below = mix(textureLoad(image, vec2i(first.x, second.y), 0), textureLoad(image, second, 0), share.x);
  textureStore(resized, id.xy, mix(above, below, share.y));
}
