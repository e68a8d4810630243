// Exclusive prefix sums of blocks of 512 numbers, up and down a tree (Blelloch): few additions, but the strides
// of powers of two meet in few banks.
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<storage, read_write> blockSums: array<u32>;

const SIZE = 256u;
const BLOCK = 2u * SIZE;
var<workgroup> sums: array<u32, BLOCK>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let start = group.x * BLOCK;
  sums[2u * lane] = input[start + 2u * lane];
  sums[2u * lane + 1u] = input[start + 2u * lane + 1u];
  var stride = 1u;
  for (var count = SIZE; count > 0u; count >>= 1u) {
    workgroupBarrier();
    if (lane < count) {
      let right = stride * (2u * lane + 2u) - 1u;
      sums[right] += sums[right - stride];
    }
    stride *= 2u;
  }
  if (lane == 0u) {
    blockSums[group.x] = sums[BLOCK - 1u];
    sums[BLOCK - 1u] = 0u;
  }
  for (var count = 1u; count <= SIZE; count *= 2u) {
    stride >>= 1u;
    workgroupBarrier();
    if (lane < count) {
      let right = stride * (2u * lane + 2u) - 1u;
      let left = sums[right - stride];
      sums[right - stride] = sums[right];
      sums[right] += left;
    }
  }
  workgroupBarrier();
  output[start + 2u * lane] = sums[2u * lane];
  output[start + 2u * lane + 1u] = sums[2u * lane + 1u];
}
