// Product of two complex matrices (interleaved real and imaginary parts): a workgroup computes 64 x 32 elements,
// an invocation 4 x 2 of them, with strips of both factors in workgroup memory.
override N: u32; // columns of B and C
override K: u32; // columns of A, rows of B

@group(0) @binding(0) var<storage, read> a: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> b: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read_write> c: array<vec2<f32>>;

const ROWS = 64u;
const COLUMNS = 32u;
const DEPTH = 8u;

var<workgroup> stripA: array<vec2<f32>, ROWS * DEPTH>;
var<workgroup> stripB: array<vec2<f32>, DEPTH * COLUMNS>;

fn multiplyAdd(sum: vec2<f32>, p: vec2<f32>, q: vec2<f32>) -> vec2<f32> {
  return vec2<f32>(sum.x + p.x * q.x - p.y * q.y, sum.y + p.x * q.y + p.y * q.x);
}

@compute @workgroup_size(16, 16)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
) {
  let firstRow = group.y * ROWS;
  let firstColumn = group.x * COLUMNS;
  var sums: array<array<vec2<f32>, 2>, 4>;
  for (var start = 0u; start < K; start += DEPTH) {
    for (var part = 0u; part < 2u; part++) {
      let at = index + part * 256u;
      stripA[at] = a[(firstRow + at / DEPTH) * K + start + at % DEPTH];
    }
    stripB[index] = b[(start + index / COLUMNS) * N + firstColumn + index % COLUMNS];
    workgroupBarrier();
    for (var k = 0u; k < DEPTH; k++) {
      let q0 = stripB[k * COLUMNS + local.x];
      let q1 = stripB[k * COLUMNS + local.x + 16u];
      for (var i = 0u; i < 4u; i++) {
        let p = stripA[(local.y * 4u + i) * DEPTH + k];
        sums[i][0] = multiplyAdd(sums[i][0], p, q0);
        sums[i][1] = multiplyAdd(sums[i][1], p, q1);
      }
    }
    workgroupBarrier();
  }
  for (var i = 0u; i < 4u; i++) {
    let row = firstRow + local.y * 4u + i;
    c[row * N + firstColumn + local.x] = sums[i][0];
    c[row * N + firstColumn + local.x + 16u] = sums[i][1];
  }
}
