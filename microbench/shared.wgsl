// Workgroup memory: each load's address depends on the load before. What is loaded is always zero, so lane i
// stays at word i * STRIDE; the stride decides how many lanes share a bank. For chains of atomics likewise.

override COUNT: u32 = 16;
override WIDTH: u32 = 32;
override STRIDE: u32 = 1;

struct Values { trips: u32, one: u32, half: f32, small: f32 }

@group(0) @binding(0) var<storage, read_write> sink: array<u32>;
@group(0) @binding(1) var<uniform> values: Values;

var<workgroup> words: array<u32, 4096>;
var<workgroup> counters: array<atomic<u32>, 1024>;

@compute @workgroup_size(WIDTH)
fn load(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var at = (lane * STRIDE) & 4095u;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) { at = (at + words[at]) & 4095u; }
  }
  sink[id.x] = at;
}

@compute @workgroup_size(WIDTH)
fn count(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var at = (lane * STRIDE) & 1023u;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) { at = (at + (atomicAdd(&counters[at], values.one) >> 31u)) & 1023u; }
  }
  sink[id.x] = at;
}

@compute @workgroup_size(WIDTH)
fn barrier(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var t = 0u; t < values.trips; t++) {
    workgroupBarrier();
    workgroupBarrier();
    workgroupBarrier();
    workgroupBarrier();
  }
  sink[id.x] = words[lane];
}

@compute @workgroup_size(WIDTH)
fn barrier_once(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var t = 0u; t < values.trips; t++) {
    workgroupBarrier();
  }
  sink[id.x] = words[lane];
}
