// Matrix product where every invocation computes a patch of 8 rows and 4 columns straight from storage: per step
// of k one vec4 of B and eight scalars of A. M is a multiple of 8, N of 4.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> c: array<vec4<f32>>;

override M: u32;
override N: u32;
override K: u32;

const ROWS = 8u;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let quads = N / 4u;
  let quad = id.x;
  let firstRow = id.y * ROWS;
  if (quad >= quads || firstRow >= M) {
    return;
  }
  var sums: array<vec4<f32>, ROWS>;
  for (var k = 0u; k < K; k++) {
    let right = b[k * quads + quad];
    for (var r = 0u; r < ROWS; r++) {
      sums[r] += a[(firstRow + r) * K + k] * right;
    }
  }
  for (var r = 0u; r < ROWS; r++) {
    c[(firstRow + r) * quads + quad] = sums[r];
  }
}
