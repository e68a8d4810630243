// C = A * B in blocks: a workgroup computes BLOCK_M x BLOCK_N elements in steps of BLOCK_K, an invocation
// THREAD_M x THREAD_N of them, THREADS_X and THREADS_Y apart. Any size; what reaches over the edge repeats it.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

override M: u32;
override N: u32;
override K: u32; // a multiple of BLOCK_K
override BLOCK_M: u32;
override BLOCK_N: u32;
override BLOCK_K: u32;
override THREAD_M: u32;
override THREAD_N: u32;
override THREADS_X: u32; // BLOCK_N / THREAD_N
override THREADS_Y: u32; // BLOCK_M / THREAD_M
const MOST = 8u;

var<workgroup> tileA: array<f32, BLOCK_K * BLOCK_M>;
var<workgroup> tileB: array<f32, BLOCK_K * BLOCK_N>;

@compute @workgroup_size(THREADS_X, THREADS_Y)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
) {
  let row = group.y * BLOCK_M;
  let column = group.x * BLOCK_N;
  var sums: array<array<f32, MOST>, MOST>;
  for (var start = 0u; start < K; start += BLOCK_K) {
    for (var i = index; i < BLOCK_M * BLOCK_K; i += THREADS_X * THREADS_Y) {
      tileA[i % BLOCK_K * BLOCK_M + i / BLOCK_K] = a[min(row + i / BLOCK_K, M - 1u) * K + start + i % BLOCK_K];
    }
    for (var i = index; i < BLOCK_N * BLOCK_K; i += THREADS_X * THREADS_Y) {
      tileB[i] = b[(start + i / BLOCK_N) * N + min(column + i % BLOCK_N, N - 1u)];
    }
    workgroupBarrier();
    for (var k = 0u; k < BLOCK_K; k++) {
      var left: array<f32, MOST>;
      for (var m = 0u; m < THREAD_M; m++) {
        left[m] = tileA[k * BLOCK_M + m * THREADS_Y + local.y];
      }
      for (var n = 0u; n < THREAD_N; n++) {
        let right = tileB[k * BLOCK_N + n * THREADS_X + local.x];
        for (var m = 0u; m < THREAD_M; m++) {
          sums[m][n] += left[m] * right;
        }
      }
    }
    workgroupBarrier();
  }
  for (var m = 0u; m < THREAD_M; m++) {
    let y = row + m * THREADS_Y + local.y;
    for (var n = 0u; n < THREAD_N; n++) {
      let x = column + n * THREADS_X + local.x;
      if (x < N && y < M) {
        c[y * N + x] = sums[m][n];
      }
    }
  }
}
