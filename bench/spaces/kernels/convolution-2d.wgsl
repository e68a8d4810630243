// Convolution of an image with a 7 x 7 filter; the input has a border of three cells. An invocation computes
// PER_X x PER_Y pixels, a workgroup's width and height apart. `tiled` goes through workgroup memory.
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read> weights: array<f32>;
@group(0) @binding(2) var<storage, read_write> output: array<f32>;

override WIDTH: u32;
override HEIGHT: u32;
override SIZE_X: u32;
override SIZE_Y: u32;
override PER_X: u32;
override PER_Y: u32;
const FILTER = 7u;
const MOST = 4u;

var<workgroup> tile: array<f32, (SIZE_X * PER_X + FILTER - 1u) * (SIZE_Y * PER_Y + FILTER - 1u)>;

fn store(corner: vec2<u32>, local: vec3<u32>, sums: array<array<f32, MOST>, MOST>) {
  for (var j = 0u; j < PER_Y; j++) {
    for (var i = 0u; i < PER_X; i++) {
      let at = corner + local.xy + vec2<u32>(i * SIZE_X, j * SIZE_Y);
      if (at.x < WIDTH && at.y < HEIGHT) {
        output[at.y * WIDTH + at.x] = sums[j][i];
      }
    }
  }
}

@compute @workgroup_size(SIZE_X, SIZE_Y)
fn direct(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let corner = group.xy * vec2<u32>(SIZE_X * PER_X, SIZE_Y * PER_Y);
  let stride = WIDTH + FILTER - 1u;
  let start = (corner.y + local.y) * stride + corner.x + local.x;
  var sums: array<array<f32, MOST>, MOST>;
  for (var dy = 0u; dy < FILTER; dy++) {
    for (var dx = 0u; dx < FILTER; dx++) {
      let weight = weights[dy * FILTER + dx];
      for (var j = 0u; j < PER_Y; j++) {
        for (var i = 0u; i < PER_X; i++) {
          sums[j][i] += weight * input[start + (j * SIZE_Y + dy) * stride + i * SIZE_X + dx];
        }
      }
    }
  }
  store(corner, local, sums);
}

@compute @workgroup_size(SIZE_X, SIZE_Y)
fn tiled(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let corner = group.xy * vec2<u32>(SIZE_X * PER_X, SIZE_Y * PER_Y);
  let stride = WIDTH + FILTER - 1u;
  let rows = SIZE_Y * PER_Y + FILTER - 1u;
  let columns = SIZE_X * PER_X + FILTER - 1u;
  for (var y = local.y; y < rows; y += SIZE_Y) {
    for (var x = local.x; x < columns; x += SIZE_X) {
      tile[y * columns + x] = input[(corner.y + y) * stride + corner.x + x];
    }
  }
  workgroupBarrier();
  var sums: array<array<f32, MOST>, MOST>;
  for (var dy = 0u; dy < FILTER; dy++) {
    for (var dx = 0u; dx < FILTER; dx++) {
      let weight = weights[dy * FILTER + dx];
      for (var j = 0u; j < PER_Y; j++) {
        for (var i = 0u; i < PER_X; i++) {
          sums[j][i] += weight * tile[(local.y + j * SIZE_Y + dy) * columns + local.x + i * SIZE_X + dx];
        }
      }
    }
  }
  store(corner, local, sums);
}
