// One invocation that never does what it could: nothing but the launch takes time, and the device must still wait for
// whoever had the buffer before.

@group(0) @binding(0) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(1)
fn step(@builtin(workgroup_id) workgroup: vec3u) {
  if (workgroup.x == 4294967295u) { words[0] = 1u; }
}
