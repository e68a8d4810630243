// Delay-and-sum beamforming of a microphone array: every beam aligns all channels towards its direction,
// with linear interpolation between samples, and averages them.
override SAMPLES: u32 = 8192;
override MICROPHONES: u32 = 40;
override BEAMS: u32 = 180;

struct Microphone { x: f32, y: f32, z: f32 }
struct Setup { sampleRate: f32, soundSpeed: f32, elevation: f32, pad: f32 }

@group(0) @binding(0) var<storage, read> microphones: array<Microphone>;
@group(0) @binding(1) var<storage, read> channels: array<f32>; // MICROPHONES x SAMPLES
@group(0) @binding(2) var<storage, read_write> beams: array<f32>; // BEAMS x SAMPLES
@group(0) @binding(3) var<uniform> setup: Setup;

fn direction(beam: u32) -> vec3<f32> {
  let azimuth = 6.2831853 * f32(beam) / f32(BEAMS);
  let flat = cos(setup.elevation);
  return vec3<f32>(flat * cos(azimuth), flat * sin(azimuth), sin(setup.elevation));
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let sample = id.x;
  let beam = id.y;
  if (sample >= SAMPLES) {
    return;
  }
  let towards = direction(beam) * (setup.sampleRate / setup.soundSpeed);
  var sum = 0.0;
  for (var m = 0u; m < MICROPHONES; m++) {
    let place = microphones[m];
    let delay = dot(vec3<f32>(place.x, place.y, place.z), towards);
    let at = f32(sample) - delay;
    let whole = floor(at);
    let first = i32(whole);
    if (first >= 0 && first + 1 < i32(SAMPLES)) {
      let base = m * SAMPLES + u32(first);
      sum += mix(channels[base], channels[base + 1u], at - whole);
    }
  }
  beams[beam * SAMPLES + sample] = sum / f32(MICROPHONES);
}
