// Product of a symmetric matrix with a general one: C = alpha A B + beta C. Only the upper triangle of A (order n) is
// valid, what lies below the diagonal is read from its mirror image. B and C have n rows and m columns. A workgroup
// computes 64 x 32 elements of C, an invocation 4 x 2 of them.
struct Sizes {
  n: u32,
  m: u32,
  alpha: f32,
  beta: f32,
}

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(3) var<uniform> sizes: Sizes;

const ROWS = 64u;
const COLS = 32u;
const DEPTH = 16u;

var<workgroup> tileA: array<array<f32, DEPTH>, ROWS>;
var<workgroup> tileB: array<array<f32, COLS>, DEPTH>;

fn symmetric(i: u32, k: u32) -> f32 {
  if (i >= sizes.n || k >= sizes.n) {
    return 0.0;
  }
  return a[min(i, k) * sizes.n + max(i, k)];
}

@compute @workgroup_size(16, 16)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
) {
  let row0 = group.y * ROWS;
  let col0 = group.x * COLS;
  var sums: array<vec2<f32>, 4>;

  for (var k0 = 0u; k0 < sizes.n; k0 += DEPTH) {
    for (var e = index; e < ROWS * DEPTH; e += 256u) {
      tileA[e / DEPTH][e % DEPTH] = symmetric(row0 + e / DEPTH, k0 + e % DEPTH);
    }
    for (var e = index; e < DEPTH * COLS; e += 256u) {
      let k = k0 + e / COLS;
      let j = col0 + e % COLS;
      var value = 0.0;
      if (k < sizes.n && j < sizes.m) {
        value = b[k * sizes.m + j];
      }
      tileB[e / COLS][e % COLS] = value;
    }
    workgroupBarrier();

    for (var k = 0u; k < DEPTH; k++) {
      let right = vec2<f32>(tileB[k][local.x], tileB[k][local.x + 16u]);
      for (var r = 0u; r < 4u; r++) {
        sums[r] += tileA[local.y * 4u + r][k] * right;
      }
    }
    workgroupBarrier();
  }

  for (var r = 0u; r < 4u; r++) {
    let i = row0 + local.y * 4u + r;
    for (var s = 0u; s < 2u; s++) {
      let j = col0 + local.x + s * 16u;
      if (i < sizes.n && j < sizes.m) {
        let at = i * sizes.m + j;
        c[at] = sizes.alpha * sums[r][s] + sizes.beta * c[at];
      }
    }
  }
}
