@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> counts: array<atomic<u32>, 256>;

var<workgroup> bins: array<atomic<u32>, 256>;

@compute @workgroup_size(256)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3<u32>) {
  atomicStore(&bins[lane], 0u);
  workgroupBarrier();
  for (var k = 0u; k < 16u; k++) {
    let value = values[(group.x * 16u + k) * 256u + lane];
    atomicAdd(&bins[value & 255u], 1u);
  }
  workgroupBarrier();
  let count = atomicLoad(&bins[lane]);
  if (count != 0u) {
    atomicAdd(&counts[lane], count);
  }
}
