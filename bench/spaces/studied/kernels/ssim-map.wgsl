// Structural similarity (SSIM) of two grey images: in each pixel, means, variances and covariance under a Gaussian
// window of 11 by 11. A workgroup keeps its tile of both images, with a border of five pixels.

override WIDTH: u32 = 1920;
override HEIGHT: u32 = 1080;

@group(0) @binding(0) var<storage, read> reference: array<f32>;  // 0 to 1
@group(0) @binding(1) var<storage, read> distorted: array<f32>;
@group(0) @binding(2) var<storage, read_write> similarity: array<f32>;

const TILE_X = 32u;
const TILE_Y = 8u;
const RADIUS = 5u;
const SPAN_X = TILE_X + 2u * RADIUS;
const SPAN_Y = TILE_Y + 2u * RADIUS;

const C1 = 0.0001;  // (0.01)^2
const C2 = 0.0009;  // (0.03)^2

// sigma 1.5, sum 1
const GAUSS = array<f32, 11>(
  0.00102838, 0.00759876, 0.03600077, 0.10936069, 0.21300554, 0.26601172,
  0.21300554, 0.10936069, 0.03600077, 0.00759876, 0.00102838,
);

var<workgroup> tile: array<vec2<f32>, SPAN_X * SPAN_Y>;

@compute @workgroup_size(TILE_X, TILE_Y)
fn ssim(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let corner = vec2<i32>(group.xy * vec2<u32>(TILE_X, TILE_Y)) - i32(RADIUS);
  let edge = vec2<i32>(i32(WIDTH) - 1, i32(HEIGHT) - 1);
  for (var i = lane; i < SPAN_X * SPAN_Y; i += TILE_X * TILE_Y) {
    let at = clamp(corner + vec2<i32>(i32(i % SPAN_X), i32(i / SPAN_X)), vec2<i32>(0), edge);
    let index = u32(at.y) * WIDTH + u32(at.x);
    tile[i] = vec2<f32>(reference[index], distorted[index]);
  }
  workgroupBarrier();

  let x = group.x * TILE_X + local.x;
  let y = group.y * TILE_Y + local.y;
  if (x >= WIDTH || y >= HEIGHT) {
    return;
  }

  var mean = vec2<f32>(0.0);
  var squares = vec2<f32>(0.0);
  var product = 0.0;
  for (var dy = 0u; dy < 11u; dy++) {
    var row_mean = vec2<f32>(0.0);
    var row_squares = vec2<f32>(0.0);
    var row_product = 0.0;
    let start = (local.y + dy) * SPAN_X + local.x;
    for (var dx = 0u; dx < 11u; dx++) {
      let pixel = tile[start + dx];
      let weighted = GAUSS[dx] * pixel;
      row_mean += weighted;
      row_squares += weighted * pixel;
      row_product += weighted.x * pixel.y;
    }
    mean += GAUSS[dy] * row_mean;
    squares += GAUSS[dy] * row_squares;
    product += GAUSS[dy] * row_product;
  }

  let variance = squares - mean * mean;
  let covariance = product - mean.x * mean.y;
  let luminance = (2.0 * mean.x * mean.y + C1) / (dot(mean, mean) + C1);
  let structure = (2.0 * covariance + C2) / (variance.x + variance.y + C2);
  similarity[y * WIDTH + x] = luminance * structure;
}
