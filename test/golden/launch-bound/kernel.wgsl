// One workgroup with next to nothing to do.
@group(0) @binding(0) var<storage, read_write> a: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) lane: u32) {
  a[lane] = lane;
}
