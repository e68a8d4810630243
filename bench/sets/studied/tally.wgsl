// Counts events, most of which are of one kind, in workgroup memory. COPIES of the counters keep lanes apart.
@group(0) @binding(0) var<storage, read> events: array<u32>;
@group(0) @binding(1) var<storage, read_write> totals: array<atomic<u32>, 16>;

override COPIES: u32;
override ROUNDS: u32;
const SIZE = 256u;

var<workgroup> counts: array<atomic<u32>, 16u * COPIES>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let copy = lane % COPIES;
  for (var round = 0u; round < ROUNDS; round++) {
    let event = events[(group.x * ROUNDS + round) * SIZE + lane];
    atomicAdd(&counts[max(event & 15u, 12u) * COPIES + copy], (event >> 4u) & 7u);
  }
  workgroupBarrier();
  for (var i = lane; i < 16u * COPIES; i += SIZE) {
    atomicAdd(&totals[i / COPIES], atomicLoad(&counts[i]));
  }
}
