// One warp that follows pointers through more memory than the near half of L2: latencies alone.
@group(0) @binding(0) var<storage, read> next: array<u32>;
@group(0) @binding(1) var<storage, read_write> last: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var place = id.x / 32u;
  for (var step = 0u; step < 24u; step++) {
    place = next[place];
  }
  last[id.x] = place;
}
