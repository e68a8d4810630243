// Words all over a table are read and changed, and what they were decides which come next: few warps wait for both.
@group(0) @binding(0) var<storage, read_write> counts: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> last: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var place = id.x * 747796405u;
  for (var turn = 0u; turn < 8u; turn++) {
    let count = atomicLoad(&counts[place >> 14u]);
    place = place * 1664525u + count + 1013904223u;
    place += atomicAdd(&counts[place >> 14u], 1u);
  }
  last[id.x] = place;
}
