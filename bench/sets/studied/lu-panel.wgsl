// LU factorisation of a panel of 32 columns without pivoting, by a single workgroup; a row per invocation.
override ROWS: u32 = 256;
const COLS = 32u;
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> panel: array<f32>;
var<workgroup> pivot_row: array<f32, 32>;

@compute @workgroup_size(256)
fn factor(@builtin(local_invocation_index) row: u32) {
  var a: array<f32, 32>;
  for (var j = 0u; j < COLS; j++) {
    a[j] = input[row * COLS + j];
    if (j == row) { a[j] += 64.0; }
  }
  for (var k = 0u; k < COLS; k++) {
    if (row == k) {
      for (var j = 0u; j < COLS; j++) { pivot_row[j] = a[j]; }
    }
    workgroupBarrier();
    if (row > k) {
      let factor = a[k] / pivot_row[k];
      a[k] = factor;
      for (var j = k + 1u; j < COLS; j++) { a[j] -= factor * pivot_row[j]; }
    }
    workgroupBarrier();
  }
  for (var j = 0u; j < COLS; j++) { panel[row * COLS + j] = a[j]; }
}
