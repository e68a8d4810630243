// Zeroing of workgroup memory as Tint adds it, and one word of use.
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
override WORDS: u32;
override WIDTH: u32;
var<workgroup> block: array<u32, WORDS>;
@compute @workgroup_size(WIDTH)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  block[lane] = id.x;
  workgroupBarrier();
  out[id.x] = block[lane ^ 1u];
}
