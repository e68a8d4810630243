// The sum of many numbers, to which one invocation of each subgroup adds its part with an atomic.
enable subgroups;

@group(0) @binding(0) var<storage, read> numbers: array<u32>;
@group(0) @binding(1) var<storage, read_write> total: atomic<u32>;

override LANES: u32;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(subgroup_invocation_id) lane: u32) {
  var sum = 0u;
  for (var k = 0u; k < 64u; k++) {
    sum += numbers[k * LANES + id.x];
  }
  sum = subgroupAdd(sum);
  if (lane == 0u) {
    atomicAdd(&total, sum);
  }
}
