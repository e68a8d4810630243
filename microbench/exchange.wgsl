// Chains of subgroup operations, as in chain.wgsl.

enable subgroups;

override COUNT: u32 = 16;
override WIDTH: u32 = 32;

struct Values { trips: u32, one: u32, half: f32, small: f32 }

@group(0) @binding(0) var<storage, read_write> sink: array<f32>;
@group(0) @binding(1) var<uniform> values: Values;

@compute @workgroup_size(WIDTH)
fn shuffle(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) { x = subgroupShuffleXor(x, 1u); }
  }
  sink[id.x] = f32(x);
}

@compute @workgroup_size(WIDTH)
fn ballot(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) { x = subgroupBallot((x & 1u) == 0u).x; }
  }
  sink[id.x] = f32(x);
}

@compute @workgroup_size(WIDTH)
fn sum(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x);
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) { x = subgroupAdd(x) * values.small; }
  }
  sink[id.x] = x;
}

@compute @workgroup_size(WIDTH)
fn scan(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x;
  for (var t = 0u; t < values.trips; t++) { x = subgroupInclusiveAdd(x); }
  sink[id.x] = f32(x);
}
