// y = transpose(A) * x with one column of A per invocation: every load coalesces, x is the same for all lanes.
@group(0) @binding(0) var<storage, read> matrix: array<f32>;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let columns = arrayLength(&y);
  if (id.x >= columns) {
    return;
  }
  var sum = 0.0;
  for (var row = 0u; row < arrayLength(&x); row++) {
    sum += matrix[row * columns + id.x] * x[row];
  }
  y[id.x] = sum;
}
