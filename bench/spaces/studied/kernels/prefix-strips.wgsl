// First pass of an exclusive prefix sum: every invocation adds up a strip of 16 values in a private array, the
// strips' totals are scanned with subgroup operations, and the block's total is left for the second pass.
enable subgroups;

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<storage, read_write> blockTotals: array<u32>;

override COUNT: u32;

const STRIP = 16u;
const SIZE = 256u;

var<workgroup> subgroupTotals: array<u32, SIZE>;

@compute @workgroup_size(SIZE)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) local: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) lanes: u32,
) {
  let first = (group.x * SIZE + local) * STRIP;
  var strip: array<u32, STRIP>;
  var total = 0u;
  for (var i = 0u; i < STRIP; i++) {
    strip[i] = total;
    if (first + i < COUNT) {
      total += input[first + i];
    }
  }

  let before = subgroupExclusiveAdd(total);
  let subgroup = local / lanes;
  if (lane == lanes - 1u) {
    subgroupTotals[subgroup] = before + total;
  }
  workgroupBarrier();

  var base = before;
  for (var s = 0u; s < subgroup; s++) {
    base += subgroupTotals[s];
  }
  for (var i = 0u; i < STRIP; i++) {
    if (first + i < COUNT) {
      output[first + i] = base + strip[i];
    }
  }
  if (local == SIZE - 1u) {
    blockTotals[group.x] = base + total;
  }
}
