// Features of speech recognition: mel filters over the power spectrum of a frame, logarithms, a cosine transform and
// a lifter. One frame of one channel per workgroup; filters and their edges are computed, not stored.
struct Settings { frames: u32, rate: f32, low: f32, high: f32, lifter: f32, floor: f32, pad0: f32, pad1: f32 }

@group(0) @binding(0) var<storage, read> power: array<f32>;
@group(0) @binding(1) var<storage, read_write> cepstra: array<f32>;
@group(0) @binding(2) var<uniform> settings: Settings;

const BINS = 257u;
const FILTERS = 40u;
const COEFFICIENTS = 13u;
const LANES = 64u;
const PI = 3.14159265;

var<workgroup> spectrum: array<f32, BINS>;
var<workgroup> edges: array<f32, FILTERS + 2u>;
var<workgroup> bands: array<f32, FILTERS>;
var<workgroup> parts: array<f32, LANES>;

fn mel(hertz: f32) -> f32 {
  return 1127.0 * log(1.0 + hertz / 700.0);
}

fn hertz(m: f32) -> f32 {
  return 700.0 * (exp(m / 1127.0) - 1.0);
}

@compute @workgroup_size(LANES)
fn melCepstra(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let frame = group.y * settings.frames + group.x;
  var energy = 0.0;
  for (var b = lane; b < BINS; b += LANES) {
    let p = power[frame * BINS + b];
    spectrum[b] = p;
    energy += p;
  }
  parts[lane] = energy;
  let lowest = mel(settings.low);
  let step = (mel(settings.high) - lowest) / f32(FILTERS + 1u);
  if (lane < FILTERS + 2u) {
    edges[lane] = hertz(lowest + step * f32(lane)) / settings.rate * f32(2u * (BINS - 1u));
  }
  workgroupBarrier();

  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    if (lane < half) {
      parts[lane] += parts[lane + half];
    }
    workgroupBarrier();
  }

  if (lane < FILTERS) {
    let left = edges[lane];
    let middle = edges[lane + 1u];
    let right = edges[lane + 2u];
    var sum = 0.0;
    for (var b = u32(ceil(left)); b < min(u32(ceil(right)), BINS); b++) {
      let x = f32(b);
      let rise = (x - left) / (middle - left);
      let fall = (right - x) / (right - middle);
      sum += spectrum[b] * max(min(rise, fall), 0.0);
    }
    bands[lane] = log(max(sum, settings.floor));
  }
  workgroupBarrier();

  if (lane < COEFFICIENTS) {
    var value = 0.0;
    if (lane == 0u) {
      value = log(max(parts[0], settings.floor));
    } else {
      for (var f = 0u; f < FILTERS; f++) {
        value += bands[f] * cos(PI * f32(lane) * (f32(f) + 0.5) / f32(FILTERS));
      }
      value *= sqrt(2.0 / f32(FILTERS)) * (1.0 + 0.5 * settings.lifter * sin(PI * f32(lane) / settings.lifter));
    }
    cepstra[frame * COEFFICIENTS + lane] = value;
  }
}
