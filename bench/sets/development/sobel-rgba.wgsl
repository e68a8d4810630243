// Sobel edge strength of an image of packed RGBA bytes: unpacking and luminance once per tile, the filter from
// workgroup memory. Pixels outside repeat the border.
@group(0) @binding(0) var<storage, read> image: array<u32>;
@group(0) @binding(1) var<storage, read_write> edges: array<u32>;

override WIDTH: u32;
override HEIGHT: u32;
const TILE = 16u;
const SIDE = TILE + 2u;
var<workgroup> grey: array<f32, SIDE * SIDE>;

@compute @workgroup_size(TILE, TILE)
fn main(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
) {
  let limit = vec2<i32>(i32(WIDTH), i32(HEIGHT)) - 1;
  for (var i = index; i < SIDE * SIDE; i += TILE * TILE) {
    let place = vec2<i32>(group.xy * TILE + vec2<u32>(i % SIDE, i / SIDE)) - 1;
    let inside = vec2<u32>(clamp(place, vec2<i32>(0), limit));
    let color = unpack4x8unorm(image[inside.y * WIDTH + inside.x]);
    grey[i] = dot(color.rgb, vec3<f32>(0.299, 0.587, 0.114));
  }
  workgroupBarrier();
  if (id.x >= WIDTH || id.y >= HEIGHT) {
    return;
  }
  let above = local.y * SIDE + local.x;
  let here = above + SIDE;
  let below = here + SIDE;
  let horizontal = grey[above + 2u] + 2.0 * grey[here + 2u] + grey[below + 2u] - grey[above] - 2.0 * grey[here] - grey[below];
  let vertical = grey[below] + 2.0 * grey[below + 1u] + grey[below + 2u] - grey[above] - 2.0 * grey[above + 1u] - grey[above + 2u];
  let strength = min(length(vec2<f32>(horizontal, vertical)), 1.0);
  edges[id.y * WIDTH + id.x] = pack4x8unorm(vec4<f32>(vec3<f32>(strength), 1.0));
}
