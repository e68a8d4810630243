// Pitch of a voice by YIN (de Cheveigne and Kawahara): a workgroup per frame. Squared differences for all lags, the
// cumulative mean normalised, then the first dip below the threshold with a parabola through its neighbours.
const WINDOW = 1024u;
const LAGS = 512u;
override THREADS: u32 = 128u;

struct Setup {
  frames: u32,
  hop: u32,
  threshold: f32,
  sampleRate: f32,
}

@group(0) @binding(0) var<uniform> setup: Setup;
@group(0) @binding(1) var<storage, read> signal: array<f32>;
@group(0) @binding(2) var<storage, read_write> pitch: array<vec2<f32>>;  // Hz, clarity

var<workgroup> samples: array<f32, 1536>;
var<workgroup> difference: array<f32, 512>;

@compute @workgroup_size(THREADS)
fn yin(@builtin(workgroup_id) frame: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let start = frame.x * setup.hop;
  for (var i = lane; i < WINDOW + LAGS; i += THREADS) {
    samples[i] = signal[start + i];
  }
  workgroupBarrier();

  for (var lag = lane; lag < LAGS; lag += THREADS) {
    var sum = 0.0;
    for (var i = 0u; i < WINDOW; i++) {
      let d = samples[i] - samples[i + lag];
      sum += d * d;
    }
    difference[lag] = sum;
  }
  workgroupBarrier();

  if (lane == 0u) {
    var running = 0.0;
    difference[0] = 1.0;
    for (var lag = 1u; lag < LAGS; lag++) {
      running += difference[lag];
      difference[lag] = difference[lag] * f32(lag) / max(running, 1e-9);
    }
    var found = 0u;
    for (var lag = 24u; lag < LAGS - 1u; lag++) {
      if (difference[lag] < setup.threshold) {
        found = lag;
        while (found + 1u < LAGS - 1u && difference[found + 1u] < difference[found]) {
          found++;
        }
        break;
      }
    }
    if (found == 0u) {
      pitch[frame.x] = vec2<f32>(0.0, 0.0);
    } else {
      let a = difference[found - 1u];
      let b = difference[found];
      let c = difference[found + 1u];
      let bend = a - 2.0 * b + c;
      var shift = 0.0;
      if (abs(bend) > 1e-9) {
        shift = 0.5 * (a - c) / bend;
      }
      pitch[frame.x] = vec2<f32>(setup.sampleRate / (f32(found) + shift), 1.0 - b);
    }
  }
}
