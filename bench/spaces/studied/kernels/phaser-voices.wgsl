// Phaser of a synthesiser: a chain of six all-pass filters with feedback, swept
// by an oscillator. One invocation per voice; samples are interleaved by voice.

const STAGES: u32 = 6u;
const CONTROL: u32 = 16u;  // samples between two updates of the sweep

struct Settings {
  voices: u32,
  samples: u32,
  sampleRate: f32,
  feedback: f32,
  depth: f32,
  centre: f32,
  mix: f32,
  pad: f32,
}

@group(0) @binding(0) var<storage, read> dry: array<f32>;
@group(0) @binding(1) var<storage, read> sweepRate: array<f32>;
@group(0) @binding(2) var<storage, read_write> memory: array<f32>;   // stage by voice, then the phase
@group(0) @binding(3) var<storage, read_write> wet: array<f32>;
@group(0) @binding(4) var<uniform> settings: Settings;

fn softClip(x: f32) -> f32 {
  let c = clamp(x, -1.5, 1.5);
  return c - c * c * c * (4.0 / 27.0);
}

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
  let voice = gid.x;
  if (voice >= settings.voices) {
    return;
  }

  var z: array<f32, 6>;
  for (var s = 0u; s < STAGES; s++) {
    z[s] = memory[s * settings.voices + voice];
  }
  var phase = memory[STAGES * settings.voices + voice];
  let step = 6.2831853 * sweepRate[voice] * f32(CONTROL) / settings.sampleRate;

  var last = 0.0;
  for (var start = 0u; start < settings.samples; start += CONTROL) {
    let frequency = settings.centre * exp2(settings.depth * sin(phase));
    let t = tan(3.1415927 * frequency / settings.sampleRate);
    let a = (t - 1.0) / (t + 1.0);
    phase += step;
    if (phase > 6.2831853) {
      phase -= 6.2831853;
    }

    let end = min(start + CONTROL, settings.samples);
    for (var n = start; n < end; n++) {
      let x = dry[n * settings.voices + voice];
      var y = softClip(x + settings.feedback * last);
      for (var s = 0u; s < STAGES; s++) {
        let out = a * y + z[s];
        z[s] = y - a * out;
        y = out;
      }
      last = y;
      wet[n * settings.voices + voice] = mix(x, y, settings.mix);
    }
  }

  for (var s = 0u; s < STAGES; s++) {
    memory[s * settings.voices + voice] = z[s];
  }
  memory[STAGES * settings.voices + voice] = phase;
}
