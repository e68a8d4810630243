// Sums samples of all channels along the delays of a dispersion measure: the kernel of the auto-tuning hub, with its
// tunables, in the shape that LLVM gives it for RDNA. Samples are bytes, which it loads one by one; WGSL has no such
// loads, so that here the first byte of a sample's word stands for it: taking out the right one would cost three
// instructions a sample that the published program does not have, and no time depends on values.
override block_size_x: u32;
override block_size_y: u32;
override tile_size_x: u32;
override tile_size_y: u32;
override tile_stride_x: u32;
override tile_stride_y: u32;
const MEASURES = 2048u;
const SAMPLES = 25000u;
const CHANNELS = 1536u;
const PADDED = 25650u;
/** Channels that LLVM unrolls by itself: it does so where the count is a constant. */
const TOGETHER = 8u;
const FIRST = 0.0;
const STEP = 0.02;
@group(0) @binding(0) var<storage, read> samples: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;
@group(0) @binding(2) var<storage, read> shifts: array<vec4f>;

fn sampleAt(channel: u32, sample: u32, delay: f32) -> f32 {
  return f32(samples[(channel * PADDED + sample + u32(delay)) >> 2u] & 0xffu);
}

/** `none` is 0; where it comes from decides whether the scalar unit loads the shifts or each lane. */
fn sumOf(sample: u32, measure: f32, none: u32) -> f32 {
  var sum = 0.0;
  for (var first = 0u; first < CHANNELS; first += TOGETHER) {
    let low = shifts[first / 4u + none];
    let high = shifts[first / 4u + 1u + none];
    for (var next = 0u; next < 4u; next++) {
      sum += sampleAt(first + next, sample, measure * low[next]);
    }
    for (var next = 0u; next < 4u; next++) {
      sum += sampleAt(first + 4u + next, sample, measure * high[next]);
    }
  }
  return sum;
}

@compute @workgroup_size(block_size_x, block_size_y)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let apartX = select(1u, block_size_x, tile_stride_x == 1u);
  let apartY = select(1u, block_size_y, tile_stride_y == 1u);
  let x = group.x * block_size_x * tile_size_x + local.x * select(tile_size_x, 1u, tile_stride_x == 1u);
  let y = group.y * block_size_y * tile_size_y + local.y * select(tile_size_y, 1u, tile_stride_y == 1u);
  for (var i = 0u; i < tile_size_x; i++) {
    let sample = x + i * apartX;
    if (sample < SAMPLES) {
      for (var j = 0u; j < tile_size_y; j++) {
        let measure = y + j * apartY;
        if (measure < MEASURES) {
          let step = FIRST + f32(measure) * STEP;
          // Once something was stored it might have been shifts, for all that the compiler knows: lanes load them then.
          if (i + j == 0u) {
            sums[measure * SAMPLES + sample] = sumOf(sample, step, 0u);
          } else {
            sums[measure * SAMPLES + sample] = sumOf(sample, step, select(0u, 1u, step < 0.0));
          }
        }
      }
    }
  }
}
