// One Jacobi step of the 5-point heat stencil; neighbours come from the caches.
@group(0) @binding(0) var<storage, read> before: array<f32>;
@group(0) @binding(1) var<storage, read_write> after: array<f32>;

override N: u32 = 1024;

@compute @workgroup_size(32, 8)
fn stencil(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x == 0u || id.y == 0u || id.x >= N - 1u || id.y >= N - 1u) {
    return;
  }
  let i = id.y * N + id.x;
  after[i] = 0.6 * before[i] + 0.1 * (before[i - 1u] + before[i + 1u] + before[i - N] + before[i + N]);
}
