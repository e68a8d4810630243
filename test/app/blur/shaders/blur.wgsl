@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var smooth_: sampler;
@group(0) @binding(2) var target_: texture_storage_2d<rgba8unorm, write>;
@group(0) @binding(3) var<uniform> size: vec2u;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (any(id.xy >= size)) { return; }
  var sum = vec4f();
  for (var y = -1; y <= 1; y++) {
    for (var x = -1; x <= 1; x++) {
      let at = (vec2f(id.xy) + 0.5 + 0.5 * vec2f(f32(x), f32(y))) / vec2f(size);
      sum += textureSampleLevel(source, smooth_, at, 0);
    }
  }
  textureStore(target_, id.xy, sum / 9.0);
}
