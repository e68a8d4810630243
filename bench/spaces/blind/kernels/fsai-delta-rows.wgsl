// Factorised sparse approximate inverse (FSAI) of a symmetric positive definite matrix: row i of G with the
// pattern of the lower triangle of A. For each row the small dense system A(J, J) g = e is gathered, factorised
// and solved by one invocation.
//
// The strict lower triangle has WIDTH entries in a row, stored by columns of the ELL arrays. Column indices are
// delta coded, going left from the diagonal: column(k) = column(k - 1) - 1 - delta(k), column(-1) = row.
// Rows at the top end where columns would be negative.

const WIDTH = 7u;
const SIZE = WIDTH + 1u;

@group(0) @binding(0) var<storage, read> deltas: array<u32>;
@group(0) @binding(1) var<storage, read> lower: array<f32>;
@group(0) @binding(2) var<storage, read> diagonal: array<f32>;
@group(0) @binding(3) var<storage, read_write> factor: array<f32>; // WIDTH + 1 entries in a row, the diagonal last

fn entry(row: u32, column: u32, rows: u32) -> f32 {
  if (row == column) {
    return diagonal[row];
  }
  var c = row;
  for (var k = 0u; k < WIDTH; k++) {
    let step = 1u + deltas[k * rows + row];
    if (step > c) {
      break;
    }
    c -= step;
    if (c == column) {
      return lower[k * rows + row];
    }
    if (c < column) {
      break;
    }
  }
  return 0.0;
}

@compute @workgroup_size(64)
fn fsai(@builtin(global_invocation_id) id: vec3<u32>) {
  let rows = arrayLength(&diagonal);
  let row = id.x;
  if (row >= rows) {
    return;
  }

  // The pattern, from the diagonal to the left.
  var pattern: array<u32, SIZE>;
  pattern[0] = row;
  var n = 1u;
  for (var k = 0u; k < WIDTH; k++) {
    let step = 1u + deltas[k * rows + row];
    if (step > pattern[n - 1u]) {
      break;
    }
    pattern[n] = pattern[n - 1u] - step;
    n++;
  }

  // A(J, J) in ascending order: the lower triangle, then its Cholesky factor in place.
  var a: array<array<f32, SIZE>, SIZE>;
  for (var i = 0u; i < n; i++) {
    for (var j = 0u; j <= i; j++) {
      a[i][j] = entry(pattern[n - 1u - i], pattern[n - 1u - j], rows);
    }
  }
  for (var j = 0u; j < n; j++) {
    var d = a[j][j];
    for (var k = 0u; k < j; k++) {
      d -= a[j][k] * a[j][k];
    }
    d = sqrt(max(d, 1e-12));
    a[j][j] = d;
    for (var i = j + 1u; i < n; i++) {
      var s = a[i][j];
      for (var k = 0u; k < j; k++) {
        s -= a[i][k] * a[j][k];
      }
      a[i][j] = s / d;
    }
  }

  // The right side is the last unit vector, so the forward substitution leaves 1 / l(n, n) in the last place;
  // scaled so that the diagonal of G A G^T is 1, it is 1.
  var g: array<f32, SIZE>;
  g[n - 1u] = 1.0;
  for (var back = 0u; back < n; back++) {
    let i = n - 1u - back;
    var s = g[i];
    for (var k = i + 1u; k < n; k++) {
      s -= a[k][i] * g[k];
    }
    g[i] = s / a[i][i];
  }

  for (var k = 0u; k < SIZE; k++) {
    var value = 0.0;
    if (k < n) {
      value = g[n - 1u - k];
    }
    factor[(SIZE - 1u - k) * rows + row] = value;
  }
}
