// Inclusive prefix sums of blocks of 256 numbers, log-step (Hillis and Steele): simple, with more additions than
// needed and two barriers per step.
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<storage, read_write> blockSums: array<u32>;

const SIZE = 256u;
var<workgroup> sums: array<u32, SIZE>;

@compute @workgroup_size(SIZE)
fn main(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  sums[lane] = input[id.x];
  for (var distance = 1u; distance < SIZE; distance <<= 1u) {
    workgroupBarrier();
    var sum = sums[lane];
    if (lane >= distance) {
      sum += sums[lane - distance];
    }
    workgroupBarrier();
    sums[lane] = sum;
  }
  output[id.x] = sums[lane];
  if (lane == SIZE - 1u) {
    blockSums[group.x] = sums[lane];
  }
}
