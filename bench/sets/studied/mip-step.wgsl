// One step of a chain of levels: each texel is the mean of four of the level above, taken by one lookup between them.

@group(0) @binding(0) var larger: texture_2d<f32>;
@group(0) @binding(1) var between: sampler;
@group(0) @binding(2) var smaller: texture_storage_2d<rgba16float, write>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let size = textureDimensions(smaller);
  if (any(id.xy >= size)) { return; }
  let center = (vec2f(id.xy) + 0.5) / vec2f(size);
  textureStore(smaller, id.xy, textureSampleLevel(larger, between, center, 0.0));
}
