// First half of a guided filter: for each pixel the line q = a * guide + b that fits the
// input best in the window around it. Window sums are separable: along rows, then columns.

override TILE: u32 = 16u;
override RADIUS: u32 = 4u;
override SPAN: u32 = TILE + 2u * RADIUS;

struct Image {
  width: u32,
  height: u32,
  epsilon: f32,
}

@group(0) @binding(0) var<storage, read> guide: array<f32>;
@group(0) @binding(1) var<storage, read> input: array<f32>;
@group(0) @binding(2) var<storage, read_write> coefficients: array<vec2f>;
@group(0) @binding(3) var<uniform> image: Image;

var<workgroup> patch_values: array<vec2f, SPAN * SPAN>;
var<workgroup> row_sums: array<vec4f, SPAN * TILE>;

@compute @workgroup_size(TILE, TILE)
fn main(
  @builtin(global_invocation_id) gid: vec3u,
  @builtin(local_invocation_id) lid: vec3u,
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) wid: vec3u,
) {
  let corner = vec2i(wid.xy * TILE) - i32(RADIUS);
  let last = vec2i(i32(image.width) - 1, i32(image.height) - 1);
  for (var i = lane; i < SPAN * SPAN; i += TILE * TILE) {
    let p = clamp(corner + vec2i(i32(i % SPAN), i32(i / SPAN)), vec2i(0), last);
    let at = u32(p.y) * image.width + u32(p.x);
    patch_values[i] = vec2f(guide[at], input[at]);
  }
  workgroupBarrier();

  for (var i = lane; i < SPAN * TILE; i += TILE * TILE) {
    let first = (i / TILE) * SPAN + i % TILE;
    var sums = vec4f(0.0);
    for (var k = 0u; k <= 2u * RADIUS; k++) {
      let v = patch_values[first + k];
      sums += vec4f(v.x, v.y, v.x * v.x, v.x * v.y);
    }
    row_sums[i] = sums;
  }
  workgroupBarrier();

  if (gid.x >= image.width || gid.y >= image.height) {
    return;
  }
  var sums = vec4f(0.0);
  for (var k = 0u; k <= 2u * RADIUS; k++) {
    sums += row_sums[(lid.y + k) * TILE + lid.x];
  }
  let side = f32(2u * RADIUS + 1u);
  let means = sums / (side * side);
  let variance = means.z - means.x * means.x;
  let covariance = means.w - means.x * means.y;
  let a = covariance / (variance + image.epsilon);
  coefficients[gid.y * image.width + gid.x] = vec2f(a, means.y - a * means.x);
}
