// A block of samples of many synthesiser voices: a polyBLEP saw through a non-linear four-pole ladder filter
// (Huovinen's model, two times oversampled) with an envelope on the cutoff. One voice per invocation.
struct Voice {
  phase: f32,
  pitch: f32,     // 0 to 1 over seven octaves
  cutoff: f32,    // 0 to 1
  resonance: f32, // 0 to 1
  envelope: f32,
  decay: f32,
  gain: f32,
  lfo: f32,
}
struct Ladder { stage: vec4f, memory: vec4f, delay: vec2f }
struct Block { voices: u32, samples: u32, rate: f32, drive: f32 }

@group(0) @binding(0) var<storage, read_write> voices: array<Voice>;
@group(0) @binding(1) var<storage, read_write> ladders: array<Ladder>;
@group(0) @binding(2) var<storage, read_write> audio: array<f32>; // [sample][voice]
@group(0) @binding(3) var<uniform> block: Block;

override WG: u32 = 64u;

fn blep(phase: f32, step: f32) -> f32 {
  if (phase < step) {
    let t = phase / step;
    return t + t - t * t - 1.0;
  }
  if (phase > 1.0 - step) {
    let t = (phase - 1.0) / step;
    return t * t + t + t + 1.0;
  }
  return 0.0;
}

@compute @workgroup_size(WG)
fn render(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= block.voices) {
    return;
  }
  var v = voices[id.x];
  let state = ladders[id.x];
  var stage = state.stage;
  var memory = state.memory;
  var delay = state.delay;
  let step = 27.5 * exp2(7.0 * v.pitch) / block.rate;
  let fall = exp2(-12.0 * (v.decay + 0.05) / block.rate);

  for (var n = 0u; n < block.samples; n++) {
    v.phase += step;
    v.phase -= floor(v.phase);
    v.lfo = fract(v.lfo + 5.0 / block.rate);
    v.envelope *= fall;
    let saw = 2.0 * v.phase - 1.0 - blep(v.phase, step);

    let wobble = 0.03 * sin(6.2831853 * v.lfo);
    let hertz = clamp(40.0 * exp2(6.0 * v.cutoff + 2.5 * v.envelope + wobble), 20.0, 0.42 * block.rate);
    let fc = hertz / block.rate;
    let fcr = 1.8730 * fc * fc * fc + 0.4955 * fc * fc - 0.6490 * fc + 0.9988;
    let feedback = 4.0 * v.resonance * (-3.9364 * fc * fc + 1.8409 * fc + 0.9968);
    let tune = (1.0 - exp(-6.2831853 * 0.5 * fc * fcr)) * block.drive;

    for (var over = 0u; over < 2u; over++) {
      let input = saw * v.gain - feedback * delay.y;
      stage.x += tune * (tanh(clamp(input / block.drive, -9.0, 9.0)) - memory.x);
      memory.x = tanh(stage.x / block.drive);
      stage.y += tune * (memory.x - memory.y);
      memory.y = tanh(stage.y / block.drive);
      stage.z += tune * (memory.y - memory.z);
      memory.z = tanh(stage.z / block.drive);
      stage.w += tune * (memory.z - memory.w);
      memory.w = tanh(stage.w / block.drive);
      delay.y = 0.5 * (stage.w + delay.x);
      delay.x = stage.w;
    }
    audio[n * block.voices + id.x] = delay.y;
  }
  voices[id.x] = v;
  ladders[id.x] = Ladder(stage, memory, delay);
}
