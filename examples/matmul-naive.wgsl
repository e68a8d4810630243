// C = A * B, one element of C per invocation, straight from storage memory.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

override N: u32 = 1024;

@compute @workgroup_size(16, 16)
fn matmul(@builtin(global_invocation_id) id: vec3<u32>) {
  var sum = 0.0;
  for (var k = 0u; k < N; k++) {
    sum += a[id.y * N + k] * b[k * N + id.x];
  }
  c[id.y * N + id.x] = sum;
}
