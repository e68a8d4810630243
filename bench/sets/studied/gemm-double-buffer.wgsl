// C = alpha A B + beta C, row-major, blocks of 128 x 64: each invocation keeps 8 x 4 results, and the next
// blocks of A and B travel through registers into the other half of workgroup memory while this half is used.
struct Gemm { m: u32, n: u32, k: u32, pad: u32, alpha: f32, beta: f32 }
@group(0) @binding(0) var<uniform> gemm: Gemm;
@group(0) @binding(1) var<storage, read> A: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> B: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> C: array<vec4<f32>>;

const BM = 128u;
const BN = 64u;
const BK = 8u;
var<workgroup> As: array<f32, 2 * BK * BM>; // transposed: k major
var<workgroup> Bs: array<vec4<f32>, 2 * BK * BN / 4>;

@compute @workgroup_size(256)
fn gemm128x64(@builtin(workgroup_id) wg: vec3<u32>, @builtin(local_invocation_index) tid: u32) {
  let tx = tid % 16u;
  let ty = tid / 16u;
  let k4 = gemm.k / 4u;
  let n4 = gemm.n / 4u;
  // who loads what: 128 x 8 of A as 256 vectors, 8 x 64 of B as 128 vectors
  let a_row = tid / 2u;
  let a_col = tid % 2u;
  let b_row = tid / 16u;
  let b_col = tid % 16u;
  let a_at = (wg.y * BM + a_row) * k4 + a_col;
  let b_at = b_row * n4 + wg.x * (BN / 4u) + b_col;

  var acc: array<vec4<f32>, 8>;
  var a_next = A[a_at];
  var b_next = vec4<f32>();
  if (tid < 128u) { b_next = B[b_at]; }

  let tiles = gemm.k / BK;
  for (var tile = 0u; tile < tiles; tile++) {
    let half = tile & 1u;
    let a_base = half * BK * BM;
    let b_base = half * BK * BN / 4u;
    As[a_base + (a_col * 4u + 0u) * BM + a_row] = a_next.x;
    As[a_base + (a_col * 4u + 1u) * BM + a_row] = a_next.y;
    As[a_base + (a_col * 4u + 2u) * BM + a_row] = a_next.z;
    As[a_base + (a_col * 4u + 3u) * BM + a_row] = a_next.w;
    if (tid < 128u) { Bs[b_base + tid] = b_next; }
    workgroupBarrier();
    if (tile + 1u < tiles) {
      a_next = A[a_at + (tile + 1u) * (BK / 4u)];
      if (tid < 128u) { b_next = B[b_at + (tile + 1u) * BK * n4]; }
    }
    for (var k = 0u; k < BK; k++) {
      let b = Bs[b_base + k * (BN / 4u) + tx];
      let a = a_base + k * BM + ty * 8u;
      acc[0] += As[a] * b;
      acc[1] += As[a + 1u] * b;
      acc[2] += As[a + 2u] * b;
      acc[3] += As[a + 3u] * b;
      acc[4] += As[a + 4u] * b;
      acc[5] += As[a + 5u] * b;
      acc[6] += As[a + 6u] * b;
      acc[7] += As[a + 7u] * b;
    }
  }
  for (var i = 0u; i < 8u; i++) {
    let c = (wg.y * BM + ty * 8u + i) * n4 + wg.x * (BN / 4u) + tx;
    C[c] = gemm.alpha * acc[i] + gemm.beta * C[c];
  }
}
