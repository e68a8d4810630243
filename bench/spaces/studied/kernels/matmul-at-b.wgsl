// C = transpose(A) * B for row-major A (K x M) and B (K x N), as in the gradient of a dense layer's weights;
// every invocation makes one element of C.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

override M: u32;
override N: u32;
override K: u32;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let row = id.y;
  let col = id.x;
  if (row >= M || col >= N) {
    return;
  }
  var acc = 0.0;
  for (var k = 0u; k < K; k += 1u) {
    acc = acc + a[k * M + row] * b[k * N + col];
  }
  c[row * N + col] = acc;
}
