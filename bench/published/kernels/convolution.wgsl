// A convolution of an image with 15 by 15 weights: the kernel of the auto-tuning hub, with its tunables. The hub's compiler
// unrolls the loops over the weights whole and loads no word twice; here that is written out.
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

fn sample(place: u32) -> f32 {
  if (use_shmem == 1u) {
    return tile[place];
  }
  return image[place];
}

/** Row `r` of what the invocation reads, each word once, to all sums that it belongs to. */
fn addRow(sums: ptr<function, array<f32, 16>>, r: u32, first: u32, width: u32) {
  var isRead = false;
  for (var y = 0u; y < tile_size_y; y++) {
    isRead |= r >= y * block_size_y && r < y * block_size_y + SIDE;
  }
  if (isRead) {
    for (var x = 0u; x < tile_size_x; x++) {
      let at = first + r * width + x * block_size_x;
      let v0 = sample(at + 0u);
      let v1 = sample(at + 1u);
      let v2 = sample(at + 2u);
      let v3 = sample(at + 3u);
      let v4 = sample(at + 4u);
      let v5 = sample(at + 5u);
      let v6 = sample(at + 6u);
      let v7 = sample(at + 7u);
      let v8 = sample(at + 8u);
      let v9 = sample(at + 9u);
      let v10 = sample(at + 10u);
      let v11 = sample(at + 11u);
      let v12 = sample(at + 12u);
      let v13 = sample(at + 13u);
      let v14 = sample(at + 14u);
      for (var y = 0u; y < tile_size_y; y++) {
        if (r >= y * block_size_y && r < y * block_size_y + SIDE) {
          let i = r - y * block_size_y;
          let w0 = weights[4u * i + 0u];
          let w1 = weights[4u * i + 1u];
          let w2 = weights[4u * i + 2u];
          let w3 = weights[4u * i + 3u];
          var sum = (*sums)[y * 4u + x];
          sum = fma(v0, w0.x, sum);
          sum = fma(v1, w0.y, sum);
          sum = fma(v2, w0.z, sum);
          sum = fma(v3, w0.w, sum);
          sum = fma(v4, w1.x, sum);
          sum = fma(v5, w1.y, sum);
          sum = fma(v6, w1.z, sum);
          sum = fma(v7, w1.w, sum);
          sum = fma(v8, w2.x, sum);
          sum = fma(v9, w2.y, sum);
          sum = fma(v10, w2.z, sum);
          sum = fma(v11, w2.w, sum);
          sum = fma(v12, w3.x, sum);
          sum = fma(v13, w3.y, sum);
          sum = fma(v14, w3.z, sum);
          (*sums)[y * 4u + x] = sum;
        }
      }
    }
  }
}

/** Row `i` of the weights, where each load has the condition of the pixel that it is for. */
fn addWeights(sums: ptr<function, array<f32, 16>>, i: u32, first: u32, row: u32, column: u32) {
  let w0 = weights[4u * i + 0u];
  let w1 = weights[4u * i + 1u];
  let w2 = weights[4u * i + 2u];
  let w3 = weights[4u * i + 3u];
  for (var y = 0u; y < tile_size_y; y++) {
    for (var x = 0u; x < tile_size_x; x++) {
      if (row + y * block_size_y < WIDTH && column + x * block_size_x < WIDTH) {
        let at = first + (y * block_size_y + i) * INPUT_WIDTH + x * block_size_x;
        var sum = (*sums)[y * 4u + x];
        sum = fma(image[at + 0u], w0.x, sum);
        sum = fma(image[at + 1u], w0.y, sum);
        sum = fma(image[at + 2u], w0.z, sum);
        sum = fma(image[at + 3u], w0.w, sum);
        sum = fma(image[at + 4u], w1.x, sum);
        sum = fma(image[at + 5u], w1.y, sum);
        sum = fma(image[at + 6u], w1.z, sum);
        sum = fma(image[at + 7u], w1.w, sum);
        sum = fma(image[at + 8u], w2.x, sum);
        sum = fma(image[at + 9u], w2.y, sum);
        sum = fma(image[at + 10u], w2.z, sum);
        sum = fma(image[at + 11u], w2.w, sum);
        sum = fma(image[at + 12u], w3.x, sum);
        sum = fma(image[at + 13u], w3.y, sum);
        sum = fma(image[at + 14u], w3.z, sum);
        (*sums)[y * 4u + x] = sum;
      }
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
  if (use_shmem == 1u || divides == 1u) {
    addRow(&sums, 0u, first, width);
    addRow(&sums, 1u, first, width);
    addRow(&sums, 2u, first, width);
    addRow(&sums, 3u, first, width);
    addRow(&sums, 4u, first, width);
    addRow(&sums, 5u, first, width);
    addRow(&sums, 6u, first, width);
    addRow(&sums, 7u, first, width);
    addRow(&sums, 8u, first, width);
    addRow(&sums, 9u, first, width);
    addRow(&sums, 10u, first, width);
    addRow(&sums, 11u, first, width);
    addRow(&sums, 12u, first, width);
    addRow(&sums, 13u, first, width);
    addRow(&sums, 14u, first, width);
    addRow(&sums, 15u, first, width);
    addRow(&sums, 16u, first, width);
    addRow(&sums, 17u, first, width);
    addRow(&sums, 18u, first, width);
    addRow(&sums, 19u, first, width);
    addRow(&sums, 20u, first, width);
    addRow(&sums, 21u, first, width);
    addRow(&sums, 22u, first, width);
    addRow(&sums, 23u, first, width);
    addRow(&sums, 24u, first, width);
    addRow(&sums, 25u, first, width);
    addRow(&sums, 26u, first, width);
    addRow(&sums, 27u, first, width);
    addRow(&sums, 28u, first, width);
    addRow(&sums, 29u, first, width);
    addRow(&sums, 30u, first, width);
    addRow(&sums, 31u, first, width);
    addRow(&sums, 32u, first, width);
    addRow(&sums, 33u, first, width);
    addRow(&sums, 34u, first, width);
    addRow(&sums, 35u, first, width);
    addRow(&sums, 36u, first, width);
    addRow(&sums, 37u, first, width);
    addRow(&sums, 38u, first, width);
    addRow(&sums, 39u, first, width);
    addRow(&sums, 40u, first, width);
    addRow(&sums, 41u, first, width);
    addRow(&sums, 42u, first, width);
    addRow(&sums, 43u, first, width);
    addRow(&sums, 44u, first, width);
    addRow(&sums, 45u, first, width);
    addRow(&sums, 46u, first, width);
    addRow(&sums, 47u, first, width);
    addRow(&sums, 48u, first, width);
    addRow(&sums, 49u, first, width);
    addRow(&sums, 50u, first, width);
    addRow(&sums, 51u, first, width);
    addRow(&sums, 52u, first, width);
    addRow(&sums, 53u, first, width);
    addRow(&sums, 54u, first, width);
    addRow(&sums, 55u, first, width);
    addRow(&sums, 56u, first, width);
    addRow(&sums, 57u, first, width);
    addRow(&sums, 58u, first, width);
    addRow(&sums, 59u, first, width);
    addRow(&sums, 60u, first, width);
    addRow(&sums, 61u, first, width);
    addRow(&sums, 62u, first, width);
  } else {
    addWeights(&sums, 0u, first, top + local.y, left + local.x);
    addWeights(&sums, 1u, first, top + local.y, left + local.x);
    addWeights(&sums, 2u, first, top + local.y, left + local.x);
    addWeights(&sums, 3u, first, top + local.y, left + local.x);
    addWeights(&sums, 4u, first, top + local.y, left + local.x);
    addWeights(&sums, 5u, first, top + local.y, left + local.x);
    addWeights(&sums, 6u, first, top + local.y, left + local.x);
    addWeights(&sums, 7u, first, top + local.y, left + local.x);
    addWeights(&sums, 8u, first, top + local.y, left + local.x);
    addWeights(&sums, 9u, first, top + local.y, left + local.x);
    addWeights(&sums, 10u, first, top + local.y, left + local.x);
    addWeights(&sums, 11u, first, top + local.y, left + local.x);
    addWeights(&sums, 12u, first, top + local.y, left + local.x);
    addWeights(&sums, 13u, first, top + local.y, left + local.x);
    addWeights(&sums, 14u, first, top + local.y, left + local.x);
  }
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
