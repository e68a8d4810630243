// C = alpha A B + beta C, one element a thread, workgroups of 32 by 32 with neighbours in a row.
override N: u32;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(3) var<uniform> factors: vec2f;

@compute @workgroup_size(32, 32)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let row = id.y;
  let column = id.x;
  if (row < N && column < N) {
    var sum = 0.0;
    for (var k = 0u; k < N; k++) {
      sum += a[row * N + k] * b[k * N + column];
    }
    c[row * N + column] = factors.x * sum + factors.y * c[row * N + column];
  }
}
