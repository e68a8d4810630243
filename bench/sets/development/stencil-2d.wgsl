// Five-point stencil, one Jacobi step, neighbours from the caches; the border is copied.
@group(0) @binding(0) var<storage, read> before: array<f32>;
@group(0) @binding(1) var<storage, read_write> after: array<f32>;

override WIDTH: u32;
override HEIGHT: u32;

@compute @workgroup_size(64, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= WIDTH || id.y >= HEIGHT) {
    return;
  }
  let i = id.y * WIDTH + id.x;
  if (id.x == 0u || id.y == 0u || id.x == WIDTH - 1u || id.y == HEIGHT - 1u) {
    after[i] = before[i];
    return;
  }
  after[i] = 0.5 * before[i] + 0.125 * (before[i - 1u] + before[i + 1u] + before[i - WIDTH] + before[i + WIDTH]);
}
