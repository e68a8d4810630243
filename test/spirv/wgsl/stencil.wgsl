struct Parameters { width: u32, height: u32 }
@group(0) @binding(0) var<storage, read> source: array<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
@group(0) @binding(2) var<uniform> grid: Parameters;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
  if (at.x >= grid.width || at.y >= grid.height) { return; }
  let i = at.y * grid.width + at.x;
  let isEdge = at.x == 0u || at.y == 0u || at.x == grid.width - 1u || at.y == grid.height - 1u;
  if (isEdge) {
    result[i] = source[i];
  } else {
    let sum = source[i] + source[i - 1u] + source[i + 1u] + source[i - grid.width] + source[i + grid.width];
    result[i] = 0.2 * sum;
  }
}
