// Sparse matrix times vector in CSR form, one row per invocation: row lengths and columns come from the data.
@group(0) @binding(0) var<storage, read> rowStarts: array<u32>;
@group(0) @binding(1) var<storage, read> columns: array<u32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> x: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(128)
fn spmv(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&y)) {
    return;
  }
  var sum = 0.0;
  for (var i = rowStarts[id.x]; i < rowStarts[id.x + 1u]; i++) {
    sum += values[i] * x[columns[i]];
  }
  y[id.x] = sum;
}
