// Sums samples of all channels along the delays of a dispersion measure: the kernel of the auto-tuning hub, with its
// tunables. Samples are bytes, which the hub's kernel loads one by one; here each comes out of its word.
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
/** Channels that HIP's compiler unrolls by itself: it does so where the count is a constant. */
const TOGETHER = 16u;
const FIRST = 0.0;
const STEP = 0.02;
@group(0) @binding(0) var<storage, read> samples: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;
@group(0) @binding(2) var<storage, read> shifts: array<f32>;

@compute @workgroup_size(block_size_x, block_size_y)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let apartX = select(block_size_x, 1u, tile_stride_x == 1u);
  let apartY = select(block_size_y, 1u, tile_stride_y == 1u);
  let x = group.x * block_size_x * tile_size_x + local.x * select(1u, tile_size_x, tile_stride_x == 1u);
  let y = group.y * block_size_y * tile_size_y + local.y * select(1u, tile_size_y, tile_stride_y == 1u);
  for (var i = 0u; i < tile_size_x; i++) {
    let sample = x + i * apartX;
    if (sample < SAMPLES) {
      for (var j = 0u; j < tile_size_y; j++) {
        let measure = y + j * apartY;
        if (measure < MEASURES) {
          var sum = 0.0;
          for (var first = 0u; first < CHANNELS; first += TOGETHER) {
            for (var next = 0u; next < TOGETHER; next++) {
              let channel = first + next;
              let shift = u32((FIRST + f32(measure) * STEP) * shifts[channel]);
              let at = channel * PADDED + sample + shift;
              sum += f32((samples[at >> 2u] >> (8u * (at & 3u))) & 0xffu);
            }
          }
          sums[measure * SAMPLES + sample] = sum;
        }
      }
    }
  }
}
