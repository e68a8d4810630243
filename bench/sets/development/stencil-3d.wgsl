// Seven-point stencil in three dimensions, one cell per invocation; border cells are left alone.
@group(0) @binding(0) var<storage, read> before: array<f32>;
@group(0) @binding(1) var<storage, read_write> after: array<f32>;

override N: u32;

@compute @workgroup_size(32, 4, 2)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (any(id == vec3<u32>(0u)) || any(id >= vec3<u32>(N - 1u))) {
    return;
  }
  let i = (id.z * N + id.y) * N + id.x;
  after[i] = 0.4 * before[i]
    + 0.1 * (before[i - 1u] + before[i + 1u] + before[i - N] + before[i + N] + before[i - N * N] + before[i + N * N]);
}
