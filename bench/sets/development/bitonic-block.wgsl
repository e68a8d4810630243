// Bitonic sort of blocks of 512 numbers in workgroup memory, one comparison per invocation and step.
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

const SIZE = 256u;
const BLOCK = 2u * SIZE;
var<workgroup> block: array<u32, BLOCK>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let start = group.x * BLOCK;
  block[lane] = input[start + lane];
  block[lane + SIZE] = input[start + lane + SIZE];
  for (var run = 2u; run <= BLOCK; run *= 2u) {
    for (var distance = run / 2u; distance > 0u; distance /= 2u) {
      workgroupBarrier();
      let low = 2u * lane - (lane & (distance - 1u));
      let high = low + distance;
      let a = block[low];
      let b = block[high];
      let isAscending = (low & run) == 0u;
      if ((a > b) == isAscending) {
        block[low] = b;
        block[high] = a;
      }
    }
  }
  workgroupBarrier();
  output[start + lane] = block[lane];
  output[start + lane + SIZE] = block[lane + SIZE];
}
