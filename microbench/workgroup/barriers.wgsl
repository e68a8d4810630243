// Barriers alone and with workgroup memory between them, by subgroups per workgroup and workgroups per SM.
override WIDTH: u32;
struct Values { trips: u32, one: u32, half: f32, small: f32 }
@group(0) @binding(0) var<storage, read_write> sink: array<u32>;
@group(0) @binding(1) var<uniform> values: Values;
var<workgroup> words: array<u32, WIDTH>;
@compute @workgroup_size(WIDTH)
fn barrier(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var t = 0u; t < values.trips; t++) { workgroupBarrier(); workgroupBarrier(); workgroupBarrier(); workgroupBarrier(); }
  sink[id.x] = words[lane];
}
@compute @workgroup_size(WIDTH)
fn step(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let next = (lane + values.one) & (WIDTH - 1u);
  for (var t = 0u; t < values.trips; t++) {
    let a = words[next];
    workgroupBarrier();
    words[lane] += a;
    workgroupBarrier();
    let b = words[next];
    workgroupBarrier();
    words[lane] += b;
    workgroupBarrier();
  }
  sink[id.x] = words[lane];
}
