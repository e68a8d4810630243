// Bootstrap confidence interval of a mean: a workgroup per data set, which it
// keeps in workgroup memory; each invocation draws one resample.

const SIZE: u32 = 2000u;
const RESAMPLES: u32 = 256u;

@group(0) @binding(0) var<storage, read> observations: array<f32>;
@group(0) @binding(1) var<storage, read_write> interval: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read_write> resampled: array<f32>;
@group(0) @binding(3) var<uniform> seed: u32;

var<workgroup> values: array<f32, 2000>;
var<workgroup> means: array<f32, 256>;

fn pcg(state: ptr<function, u32>) -> u32 {
  let old = *state;
  *state = old * 747796405u + 2891336453u;
  let word = ((old >> ((old >> 28u) + 4u)) ^ old) * 277803737u;
  return (word >> 22u) ^ word;
}

@compute @workgroup_size(256)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) wg: vec3<u32>) {
  let first = wg.x * SIZE;
  for (var i = lane; i < SIZE; i += RESAMPLES) {
    values[i] = observations[first + i];
  }
  workgroupBarrier();

  var state = seed ^ (wg.x * 9781u + lane * 6271u + 1u);
  var sum = 0.0;
  for (var draw = 0u; draw < SIZE; draw++) {
    // A number below SIZE from the upper bits, without a division.
    let r = ((pcg(&state) >> 16u) * SIZE) >> 16u;
    sum += values[r];
  }
  let mean = sum / f32(SIZE);
  means[lane] = mean;
  resampled[wg.x * RESAMPLES + lane] = mean;
  workgroupBarrier();

  // The rank among the resamples says who holds the percentiles.
  var rank = 0u;
  for (var other = 0u; other < RESAMPLES; other++) {
    let m = means[other];
    if (m < mean || (m == mean && other < lane)) {
      rank++;
    }
  }
  if (rank == 6u) {
    interval[wg.x].x = mean;
  }
  if (rank == 249u) {
    interval[wg.x].y = mean;
  }
}
