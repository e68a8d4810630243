// Sobel edge strength of a grey image, one pixel per invocation; neighbours share most of what they read, which
// transformations can make use of. The border stays zero.
@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read_write> edges: array<f32>;

override WIDTH: u32;
override HEIGHT: u32;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let x = id.x;
  let y = id.y;
  if (x == 0u || y == 0u || x + 1u >= WIDTH || y + 1u >= HEIGHT) {
    return;
  }
  let above = (y - 1u) * WIDTH + x;
  let here = y * WIDTH + x;
  let below = (y + 1u) * WIDTH + x;
  let horizontal = image[above + 1u] + 2.0 * image[here + 1u] + image[below + 1u]
    - image[above - 1u] - 2.0 * image[here - 1u] - image[below - 1u];
  let vertical = image[below - 1u] + 2.0 * image[below] + image[below + 1u]
    - image[above - 1u] - 2.0 * image[above] - image[above + 1u];
  edges[here] = sqrt(horizontal * horizontal + vertical * vertical);
}
