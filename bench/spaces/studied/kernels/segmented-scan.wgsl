// Segmented inclusive prefix sums within blocks of 256: a segment starts wherever the mark is 0. Hillis and
// Steele's scan over pairs of a sum and whether a start lies within it. What a block carries over, and whether it holds
// a start at all, is left for a second pass.
@group(0) @binding(0) var<storage, read> values: array<f32>;
@group(0) @binding(1) var<storage, read> marks: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<f32>;
@group(0) @binding(3) var<storage, read_write> carries: array<f32>;
@group(0) @binding(4) var<storage, read_write> starts: array<u32>;

const SIZE = 256u;

var<workgroup> sharedSums: array<f32, SIZE>;
var<workgroup> sharedStarts: array<u32, SIZE>;

@compute @workgroup_size(SIZE)
fn main(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) local: u32,
) {
  let n = arrayLength(&values);
  var sum = 0.0;
  var start = 0u;
  if (id.x < n) {
    sum = values[id.x];
    start = select(0u, 1u, marks[id.x] == 0u);
  }
  sharedSums[local] = sum;
  sharedStarts[local] = start;
  workgroupBarrier();

  for (var distance = 1u; distance < SIZE; distance *= 2u) {
    if (local >= distance) {
      if (start == 0u) {
        sum += sharedSums[local - distance];
      }
      start |= sharedStarts[local - distance];
    }
    workgroupBarrier();
    sharedSums[local] = sum;
    sharedStarts[local] = start;
    workgroupBarrier();
  }

  if (id.x < n) {
    sums[id.x] = sum;
  }
  if (local == SIZE - 1u) {
    carries[group.x] = sum;
    starts[group.x] = start;
  }
}
