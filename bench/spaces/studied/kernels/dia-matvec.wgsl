// y = A x - b with A stored by diagonals.

struct Matrix {
  rows: u32,
  diagonals: u32,
}

@group(0) @binding(0) var<uniform> matrix: Matrix;
@group(0) @binding(1) var<storage, read> offsets: array<i32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> x: array<f32>;
@group(0) @binding(4) var<storage, read> b: array<f32>;
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(256)
fn residual(@builtin(global_invocation_id) gid: vec3u) {
  let row = gid.x;
  if (row >= matrix.rows) {
    return;
  }
  var sum = -b[row];
  for (var d = 0u; d < matrix.diagonals; d++) {
    let col = i32(row) + offsets[d];
    if (col >= 0 && col < i32(matrix.rows)) {
      sum += values[d * matrix.rows + row] * x[col];
    }
  }
  y[row] = sum;
}
