// Digital down-converter: mixes each IQ channel to baseband, then low-pass filters and keeps every eighth sample.
struct Setup {
  samples: u32,     // per channel
  outputs: u32,     // per channel
  step: f32,        // oscillator, cycles per sample
  gain: f32,
}

const SIZE = 128u;
const DECIMATION = 8u;
const TAPS = 96u;
const TILE = SIZE * DECIMATION + TAPS - DECIMATION;

@group(0) @binding(0) var<uniform> setup: Setup;
@group(0) @binding(1) var<storage, read> iq: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> taps: array<f32>;
@group(0) @binding(3) var<storage, read_write> baseband: array<vec2<f32>>;

var<workgroup> tile: array<vec2<f32>, TILE>;
var<workgroup> coefficients: array<f32, TAPS>;

@compute @workgroup_size(SIZE)
fn downconvert(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let channel = group.y;
  let first = group.x * SIZE * DECIMATION;

  if (lane < TAPS) {
    coefficients[lane] = taps[lane] * setup.gain;
  }
  // Different channels sit at different offsets from the centre frequency.
  let cyclesPerSample = setup.step * f32(channel + 1u);
  for (var i = lane; i < TILE; i += SIZE) {
    let at = first + i;
    var mixed = vec2<f32>(0.0);
    if (at < setup.samples) {
      let s = iq[channel * setup.samples + at];
      let phase = 6.2831853 * fract(f32(at & 0xffffu) * cyclesPerSample);
      let c = cos(phase);
      let d = sin(phase);
      mixed = vec2<f32>(s.x * c + s.y * d, s.y * c - s.x * d);
    }
    tile[i] = mixed;
  }
  workgroupBarrier();

  let out = group.x * SIZE + lane;
  if (out >= setup.outputs) {
    return;
  }
  var sum = vec2<f32>(0.0);
  let base = lane * DECIMATION;
  for (var k = 0u; k < TAPS; k++) {
    sum += coefficients[k] * tile[base + k];
  }
  baseband[channel * setup.outputs + out] = sum;
}
