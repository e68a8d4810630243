// y = A * x with one row per workgroup: lanes read along the row and fold their sums in workgroup memory.
@group(0) @binding(0) var<storage, read> matrix: array<f32>;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

const SIZE = 128u;
var<workgroup> partial: array<f32, SIZE>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let columns = arrayLength(&x);
  var sum = 0.0;
  for (var i = lane; i < columns; i += SIZE) {
    sum += matrix[group.x * columns + i] * x[i];
  }
  partial[lane] = sum;
  workgroupBarrier();
  for (var width = SIZE / 2u; width > 0u; width /= 2u) {
    if (lane < width) {
      partial[lane] += partial[lane + width];
    }
    workgroupBarrier();
  }
  if (lane == 0u) {
    y[group.x] = partial[0];
  }
}
