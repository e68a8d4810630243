// A convolution of an image with 15 by 15 weights: the kernel of the auto-tuning hub, with its tunables. The hub's compiler
// unrolls the loops over the weights whole; here they are written out.
override block_size_x: u32;
override block_size_y: u32;
override tile_size_x: u32;
override tile_size_y: u32;
override use_shmem: u32;
/** Whether tiles fill the image, so that loads from it need no condition. */
override divides: u32;
/** Words of a row in workgroup memory, with the padding that keeps rows in other banks, and of all. */
override shared_width: u32;
override shared_words: u32;
const WIDTH = 4096u;
const SIDE = 15u;
const INPUT_WIDTH = WIDTH + SIDE - 1u;
@group(0) @binding(0) var<storage, read_write> output: array<f32>;
@group(0) @binding(1) var<storage, read> image: array<f32>;
@group(0) @binding(2) var<uniform> weights: array<vec4f, 60>;
var<workgroup> tile: array<f32, shared_words>;

fn tap(place: u32, weight: f32, sum: f32, isInside: bool) -> f32 {
  if (use_shmem == 1u) {
    return fma(tile[place], weight, sum);
  }
  if (divides == 1u || isInside) {
    return fma(image[place], weight, sum);
  }
  return sum;
}

fn addRow(sums: ptr<function, array<f32, 16>>, i: u32, first: u32, width: u32, row: u32, column: u32) {
  let w0 = weights[4u * i];
  let w1 = weights[4u * i + 1u];
  let w2 = weights[4u * i + 2u];
  let w3 = weights[4u * i + 3u];
  for (var y = 0u; y < tile_size_y; y++) {
    for (var x = 0u; x < tile_size_x; x++) {
      let isInside = row + y * block_size_y < WIDTH && column + x * block_size_x < WIDTH;
      let at = first + (y * block_size_y + i) * width + x * block_size_x;
      var sum = (*sums)[y * 4u + x];
      sum = tap(at, w0.x, sum, isInside);
      sum = tap(at + 1u, w0.y, sum, isInside);
      sum = tap(at + 2u, w0.z, sum, isInside);
      sum = tap(at + 3u, w0.w, sum, isInside);
      sum = tap(at + 4u, w1.x, sum, isInside);
      sum = tap(at + 5u, w1.y, sum, isInside);
      sum = tap(at + 6u, w1.z, sum, isInside);
      sum = tap(at + 7u, w1.w, sum, isInside);
      sum = tap(at + 8u, w2.x, sum, isInside);
      sum = tap(at + 9u, w2.y, sum, isInside);
      sum = tap(at + 10u, w2.z, sum, isInside);
      sum = tap(at + 11u, w2.w, sum, isInside);
      sum = tap(at + 12u, w3.x, sum, isInside);
      sum = tap(at + 13u, w3.y, sum, isInside);
      sum = tap(at + 14u, w3.z, sum, isInside);
      (*sums)[y * 4u + x] = sum;
    }
  }
}

@compute @workgroup_size(block_size_x, block_size_y)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let left = group.x * block_size_x * tile_size_x;
  let top = group.y * block_size_y * tile_size_y;
  if (use_shmem == 1u) {
    for (var i = local.y; i < block_size_y * tile_size_y + SIDE - 1u; i += block_size_y) {
      for (var j = local.x; j < block_size_x * tile_size_x + SIDE - 1u; j += block_size_x) {
        if (top + i < INPUT_WIDTH && left + j < INPUT_WIDTH) {
          tile[i * shared_width + j] = image[(top + i) * INPUT_WIDTH + left + j];
        }
      }
    }
    workgroupBarrier();
  }
  let width = select(INPUT_WIDTH, shared_width, use_shmem == 1u);
  let first = select((top + local.y) * INPUT_WIDTH + left + local.x, local.y * shared_width + local.x, use_shmem == 1u);
  var sums: array<f32, 16>;
  addRow(&sums, 0u, first, width, top + local.y, left + local.x);
  addRow(&sums, 1u, first, width, top + local.y, left + local.x);
  addRow(&sums, 2u, first, width, top + local.y, left + local.x);
  addRow(&sums, 3u, first, width, top + local.y, left + local.x);
  addRow(&sums, 4u, first, width, top + local.y, left + local.x);
  addRow(&sums, 5u, first, width, top + local.y, left + local.x);
  addRow(&sums, 6u, first, width, top + local.y, left + local.x);
  addRow(&sums, 7u, first, width, top + local.y, left + local.x);
  addRow(&sums, 8u, first, width, top + local.y, left + local.x);
  addRow(&sums, 9u, first, width, top + local.y, left + local.x);
  addRow(&sums, 10u, first, width, top + local.y, left + local.x);
  addRow(&sums, 11u, first, width, top + local.y, left + local.x);
  addRow(&sums, 12u, first, width, top + local.y, left + local.x);
  addRow(&sums, 13u, first, width, top + local.y, left + local.x);
  addRow(&sums, 14u, first, width, top + local.y, left + local.x);
  for (var y = 0u; y < tile_size_y; y++) {
    for (var x = 0u; x < tile_size_x; x++) {
      let row = top + local.y + y * block_size_y;
      let column = left + local.x + x * block_size_x;
      if (row < WIDTH && column < WIDTH) {
        output[row * WIDTH + column] = sums[y * 4u + x];
      }
    }
  }
}
