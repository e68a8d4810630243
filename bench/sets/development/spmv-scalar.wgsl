// Sparse matrix (CSR) times vector, one row per invocation.
@group(0) @binding(0) var<storage, read> rowStarts: array<u32>;
@group(0) @binding(1) var<storage, read> columns: array<u32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> x: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let row = id.x;
  if (row >= arrayLength(&y)) {
    return;
  }
  let end = rowStarts[row + 1u];
  var sum = 0.0;
  for (var i = rowStarts[row]; i < end; i++) {
    sum += values[i] * x[columns[i]];
  }
  y[row] = sum;
}
