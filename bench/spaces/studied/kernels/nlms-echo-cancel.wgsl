// Acoustic echo canceller: one workgroup per channel runs a normalised LMS filter of 256 taps over a block
// of samples, one tap per invocation. The far-end history is a ring in workgroup memory.
const TAPS = 256u;

struct Settings {
  samples: u32,
  channels: u32,
  rate: f32,
  floor_: f32,
}

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> far: array<f32>;
@group(0) @binding(2) var<storage, read> microphone: array<f32>;
@group(0) @binding(3) var<storage, read_write> weights: array<f32>;
@group(0) @binding(4) var<storage, read_write> residual: array<f32>;

var<workgroup> history: array<f32, TAPS>;
var<workgroup> partial: array<f32, TAPS>;

@compute @workgroup_size(TAPS)
fn cancel(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) tap: u32) {
  let channel = group.x;
  let base = channel * settings.samples;
  var weight = weights[channel * TAPS + tap];
  var power = settings.floor_;
  history[tap] = 0.0;
  workgroupBarrier();

  for (var n = 0u; n < settings.samples; n++) {
    let sample = far[base + n];
    let head = n % TAPS;
    let oldest = history[head];
    power = max(power + sample * sample - oldest * oldest, settings.floor_);
    workgroupBarrier();
    if (tap == 0u) {
      history[head] = sample;
    }
    workgroupBarrier();

    let past = history[(head + TAPS - tap) % TAPS];
    partial[tap] = weight * past;
    workgroupBarrier();
    for (var stride = TAPS / 2u; stride > 0u; stride >>= 1u) {
      if (tap < stride) {
        partial[tap] += partial[tap + stride];
      }
      workgroupBarrier();
    }

    let error = microphone[base + n] - partial[0];
    weight += settings.rate * error * past / power;
    if (tap == 0u) {
      residual[base + n] = error;
    }
  }
  weights[channel * TAPS + tap] = weight;
}
