// All levels of the Haar wavelet transform of blocks of 2 * SIZE elements, in workgroup memory: ever fewer
// invocations have work.
@group(0) @binding(0) var<storage, read> signal: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

override SIZE: u32 = 256;
var<workgroup> sums: array<f32, SIZE>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let block = group.x * 2u * SIZE;
  var even = signal[block + 2u * lane];
  var odd = signal[block + 2u * lane + 1u];
  for (var count = SIZE; count >= 1u; count >>= 1u) {
    if (lane < count) {
      output[block + count + lane] = (even - odd) * 0.70710678;
      sums[lane] = (even + odd) * 0.70710678;
    }
    workgroupBarrier();
    if (2u * lane + 1u < count) {
      even = sums[2u * lane];
      odd = sums[2u * lane + 1u];
    }
    workgroupBarrier();
  }
  if (lane == 0u) {
    output[block] = sums[0];
  }
}
