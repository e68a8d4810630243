// Cholesky factorisation of a batch of 8 x 8 matrices, a matrix per invocation, in a private array.
const N = 8u;
@group(0) @binding(0) var<storage, read> matrices: array<f32>; // element-major: element e of matrix m at e * count + m
@group(0) @binding(1) var<storage, read_write> factors: array<f32>;
override COUNT: u32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= COUNT) { return; }
  var a: array<array<f32, N>, N>;
  for (var i = 0u; i < N; i++) {
    for (var j = 0u; j <= i; j++) { a[i][j] = matrices[(i * N + j) * COUNT + id.x]; }
    a[i][i] += 10.0;
  }
  for (var j = 0u; j < N; j++) {
    for (var k = 0u; k < j; k++) { a[j][j] -= a[j][k] * a[j][k]; }
    a[j][j] = sqrt(a[j][j]);
    let inverse = 1.0 / a[j][j];
    for (var i = j + 1u; i < N; i++) {
      for (var k = 0u; k < j; k++) { a[i][j] -= a[i][k] * a[j][k]; }
      a[i][j] *= inverse;
    }
  }
  for (var i = 0u; i < N; i++) {
    for (var j = 0u; j <= i; j++) { factors[(i * N + j) * COUNT + id.x] = a[i][j]; }
  }
}
