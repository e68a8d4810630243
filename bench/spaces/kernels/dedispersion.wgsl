// Sums a radio signal over its channels, each shifted by a delay per trial: PER_X samples and PER_Y trials per
// invocation. NEAR puts an invocation's samples side by side instead of a workgroup's width apart.
@group(0) @binding(0) var<storage, read> signal: array<f32>; // CHANNELS x (SAMPLES + most delay)
@group(0) @binding(1) var<storage, read> slopes: array<f32>; // delay of a channel per trial, in samples
@group(0) @binding(2) var<storage, read_write> sums: array<f32>; // TRIALS x SAMPLES

override SAMPLES: u32;
override TRIALS: u32;
override STRIDE: u32; // samples per channel of the signal
override CHANNELS: u32;
override SIZE_X: u32;
override SIZE_Y: u32;
override PER_X: u32;
override PER_Y: u32;
override NEAR: bool;
const MOST = 4u;

fn sampleOf(first: u32, lane: u32, i: u32) -> u32 {
  return select(first + i * SIZE_X + lane, first + lane * PER_X + i, NEAR);
}

@compute @workgroup_size(SIZE_X, SIZE_Y)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let first = group.x * SIZE_X * PER_X;
  let trial = (group.y * SIZE_Y + local.y) * PER_Y;
  var totals: array<array<f32, MOST>, MOST>;
  for (var channel = 0u; channel < CHANNELS; channel++) {
    let slope = slopes[channel];
    for (var j = 0u; j < PER_Y; j++) {
      let delay = u32(f32(trial + j) * slope);
      for (var i = 0u; i < PER_X; i++) {
        totals[j][i] += signal[channel * STRIDE + sampleOf(first, local.x, i) + delay];
      }
    }
  }
  for (var j = 0u; j < PER_Y; j++) {
    for (var i = 0u; i < PER_X; i++) {
      let sample = sampleOf(first, local.x, i);
      if (sample < SAMPLES && trial + j < TRIALS) {
        sums[(trial + j) * SAMPLES + sample] = totals[j][i];
      }
    }
  }
}
