// Sparse matrix in ELLPACK (column-major, padded to the same length) times a vector.
struct Shape { rows: u32, width: u32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> columns: array<u32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> x: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(128)
fn spmv(@builtin(global_invocation_id) id: vec3<u32>) {
  let row = id.x;
  if (row >= shape.rows) { return; }
  var dot_product = 0.0;
  for (var k = 0u; k < shape.width; k = k + 1u) {
    let at = k * shape.rows + row;
    dot_product = dot_product + values[at] * x[columns[at]];
  }
  y[row] = dot_product;
}
