// Hybrid sort, bucket pass: the bucket of each number by bisection of the pivots in workgroup memory, counts by
// workgroup atomics.
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read> pivots: array<u32>; // BUCKETS, ascending, the first 0
@group(0) @binding(2) var<storage, read_write> buckets: array<u32>;
@group(0) @binding(3) var<storage, read_write> counts: array<atomic<u32>>;

const BUCKETS = 1024u;
const SIZE = 256u;
var<workgroup> near: array<u32, BUCKETS>;
var<workgroup> tally: array<atomic<u32>, BUCKETS>;

@compute @workgroup_size(SIZE)
fn main(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
  @builtin(num_workgroups) groups: vec3<u32>,
) {
  for (var i = lane; i < BUCKETS; i += SIZE) {
    near[i] = pivots[i];
  }
  workgroupBarrier();
  for (var i = id.x; i < arrayLength(&values); i += groups.x * SIZE) {
    let value = values[i];
    var bucket = 0u;
    for (var width = BUCKETS / 2u; width > 0u; width >>= 1u) {
      if (near[bucket + width] <= value) {
        bucket += width;
      }
    }
    buckets[i] = bucket;
    atomicAdd(&tally[bucket], 1u);
  }
  workgroupBarrier();
  for (var i = lane; i < BUCKETS; i += SIZE) {
    let count = atomicLoad(&tally[i]);
    if (count > 0u) {
      atomicAdd(&counts[i], count);
    }
  }
}
