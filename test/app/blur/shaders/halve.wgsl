@group(0) @binding(0) var larger: texture_2d<f32>;
@group(0) @binding(1) var smooth_: sampler;
@group(0) @binding(2) var smaller: texture_storage_2d<rgba8unorm, write>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let size = vec2f(textureDimensions(smaller));
  textureStore(smaller, id.xy, textureSampleLevel(larger, smooth_, (vec2f(id.xy) + 0.5) / size, 0));
}
