// LU factors of many matrices of 32 by 32 with partial pivoting, a matrix per workgroup in workgroup memory.
const N = 32u;
const ROWS = 4u;
const PITCH = N + 1u;

@group(0) @binding(0) var<storage, read> matrices: array<f32>;
@group(0) @binding(1) var<storage, read_write> factors: array<f32>;
@group(0) @binding(2) var<storage, read_write> pivots: array<u32>;

var<workgroup> a: array<f32, N * PITCH>;
var<workgroup> candidate: array<f32, N>;
var<workgroup> candidateRow: array<u32, N>;

@compute @workgroup_size(N, ROWS)
fn factor(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let base = group.x * N * N;
  let column = local.x;
  for (var r = local.y; r < N; r += ROWS) {
    a[r * PITCH + column] = matrices[base + r * N + column];
  }
  workgroupBarrier();

  for (var k = 0u; k < N - 1u; k++) {
    // The row with the largest number in column k.
    if (local.y == 0u) {
      candidate[column] = select(-1.0, abs(a[column * PITCH + k]), column >= k);
      candidateRow[column] = column;
    }
    workgroupBarrier();
    for (var half = N / 2u; half > 0u; half >>= 1u) {
      if (local.y == 0u && column < half && candidate[column + half] > candidate[column]) {
        candidate[column] = candidate[column + half];
        candidateRow[column] = candidateRow[column + half];
      }
      workgroupBarrier();
    }
    let pivot = candidateRow[0];
    if (local.y == 0u) {
      if (pivot != k) {
        let swapped = a[k * PITCH + column];
        a[k * PITCH + column] = a[pivot * PITCH + column];
        a[pivot * PITCH + column] = swapped;
      }
      if (column == 0u) {
        pivots[group.x * N + k] = pivot;
      }
    }
    workgroupBarrier();

    if (local.y == 0u && column > k) {
      a[column * PITCH + k] /= a[k * PITCH + k];
    }
    workgroupBarrier();

    if (column > k) {
      let above = a[k * PITCH + column];
      for (var r = k + 1u + local.y; r < N; r += ROWS) {
        a[r * PITCH + column] -= a[r * PITCH + k] * above;
      }
    }
    workgroupBarrier();
  }

  for (var r = local.y; r < N; r += ROWS) {
    factors[base + r * N + column] = a[r * PITCH + column];
  }
  if (local.y == 0u && column == 0u) {
    pivots[group.x * N + N - 1u] = N - 1u;
  }
}
