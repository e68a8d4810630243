// The chain of chain.wgsl in f16.

enable f16;

override COUNT: u32 = 32;
override WIDTH: u32 = 32;

struct Values { trips: u32, one: u32, half: f32, small: f32 }

@group(0) @binding(0) var<storage, read_write> sink: array<f32>;
@group(0) @binding(1) var<uniform> values: Values;

@compute @workgroup_size(WIDTH)
fn fma_f16(@builtin(global_invocation_id) id: vec3u) {
  let half = f16(values.half);
  let small = f16(values.small);
  var x = vec2<f16>(f16(id.x), f16(id.y));
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) { x = x * half + vec2<f16>(small); }
  }
  sink[id.x] = f32(x.x + x.y);
}
