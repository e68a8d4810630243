// Ridge regressions in a batch: factor (A + ridge I) = L L^T of each small symmetric matrix and solve for one right side.
// One workgroup per matrix, one invocation per row.
const N = 20u;

struct Batch {
  count: u32,
  ridge: f32,
}

@group(0) @binding(0) var<storage, read> matrices: array<f32>;
@group(0) @binding(1) var<storage, read> rightSides: array<f32>;
@group(0) @binding(2) var<storage, read_write> solutions: array<f32>;
@group(0) @binding(3) var<uniform> batch: Batch;

var<workgroup> a: array<array<f32, N>, N>;
var<workgroup> y: array<f32, N>;

@compute @workgroup_size(32)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let row = local.x;
  let base = group.x * N * N;
  for (var i = row; i < N * N; i += 32u) {
    let r = i / N;
    let c = i % N;
    a[r][c] = matrices[base + i] + select(0.0, batch.ridge, r == c);
  }
  if (row < N) {
    y[row] = rightSides[group.x * N + row];
  }
  workgroupBarrier();

  for (var k = 0u; k < N; k++) {
    if (row == k) {
      a[k][k] = sqrt(a[k][k]);
    }
    workgroupBarrier();
    if (row > k && row < N) {
      a[row][k] /= a[k][k];
    }
    workgroupBarrier();
    if (row > k && row < N) {
      let factor = a[row][k];
      for (var c = k + 1u; c <= row; c++) {
        a[row][c] -= factor * a[c][k];
      }
    }
    workgroupBarrier();
  }

  // L z = b
  for (var k = 0u; k < N; k++) {
    if (row == k) {
      y[k] /= a[k][k];
    }
    workgroupBarrier();
    if (row > k && row < N) {
      y[row] -= a[row][k] * y[k];
    }
    workgroupBarrier();
  }

  // L^T x = z
  for (var step = 0u; step < N; step++) {
    let k = N - 1u - step;
    if (row == k) {
      y[k] /= a[k][k];
    }
    workgroupBarrier();
    if (row < k) {
      y[row] -= a[k][row] * y[k];
    }
    workgroupBarrier();
  }

  if (row < N) {
    solutions[group.x * N + row] = y[row];
  }
}
