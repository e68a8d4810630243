// Sobel edge strength of a grey image of floats; the border stays zero.
@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read_write> edges: array<f32>;

override WIDTH: u32;
override HEIGHT: u32;

fn pixel(x: u32, y: u32) -> f32 {
  return image[y * WIDTH + x];
}

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let x = id.x;
  let y = id.y;
  if (x == 0u || y == 0u || x + 1u >= WIDTH || y + 1u >= HEIGHT) {
    return;
  }
  let horizontal = pixel(x + 1u, y - 1u) + 2.0 * pixel(x + 1u, y) + pixel(x + 1u, y + 1u)
    - pixel(x - 1u, y - 1u) - 2.0 * pixel(x - 1u, y) - pixel(x - 1u, y + 1u);
  let vertical = pixel(x - 1u, y + 1u) + 2.0 * pixel(x, y + 1u) + pixel(x + 1u, y + 1u)
    - pixel(x - 1u, y - 1u) - 2.0 * pixel(x, y - 1u) - pixel(x + 1u, y - 1u);
  edges[y * WIDTH + x] = sqrt(horizontal * horizontal + vertical * vertical);
}
