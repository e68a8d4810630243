// y = A * x with one row per invocation: neighbouring lanes read a whole row apart.
@group(0) @binding(0) var<storage, read> matrix: array<f32>;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&y)) {
    return;
  }
  let columns = arrayLength(&x);
  var sum = 0.0;
  for (var i = 0u; i < columns; i++) {
    sum += matrix[id.x * columns + i] * x[i];
  }
  y[id.x] = sum;
}
