// Two-dimensional 5 x 5 convolution: a tile with its halo in workgroup memory, weights in a uniform, the inner
// loops of fixed length.
struct Weights { rows: array<array<vec4<f32>, 2>, 5> } // five of the eight numbers of a row are used

@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<uniform> weights: Weights;
@group(0) @binding(2) var<storage, read_write> output: array<f32>;

override WIDTH: u32;
override HEIGHT: u32;
const TILE = 16u;
const RADIUS = 2u;
const SIDE = TILE + 2u * RADIUS;

var<workgroup> tile: array<array<f32, SIDE>, SIDE>;

@compute @workgroup_size(TILE, TILE)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
) {
  let corner = vec2<i32>(group.xy * TILE) - i32(RADIUS);
  for (var i = index; i < SIDE * SIDE; i += TILE * TILE) {
    let place = clamp(corner + vec2<i32>(i32(i % SIDE), i32(i / SIDE)), vec2<i32>(0), vec2<i32>(i32(WIDTH), i32(HEIGHT)) - 1);
    tile[i / SIDE][i % SIDE] = image[u32(place.y) * WIDTH + u32(place.x)];
  }
  workgroupBarrier();
  var sum = 0.0;
  for (var dy = 0u; dy < 5u; dy++) {
    for (var dx = 0u; dx < 5u; dx++) {
      sum += tile[local.y + dy][local.x + dx] * weights.rows[dy][dx / 4u][dx % 4u];
    }
  }
  let x = group.x * TILE + local.x;
  let y = group.y * TILE + local.y;
  if (x < WIDTH && y < HEIGHT) {
    output[y * WIDTH + x] = sum;
  }
}
