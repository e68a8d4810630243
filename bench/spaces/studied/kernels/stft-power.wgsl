// Spectrogram: power spectra of overlapping frames under a Hann window, one workgroup per frame (radix-2 FFT).
struct Framing {
  frames: u32,
  hop: u32,
}

@group(0) @binding(0) var<storage, read> audio: array<f32>;
@group(0) @binding(1) var<storage, read_write> power: array<f32>;
@group(0) @binding(2) var<uniform> framing: Framing;

const SIZE = 1024u;
const BITS = 10u;
const BINS = SIZE / 2u + 1u;
const TAU = 6.283185307;

var<workgroup> work: array<vec2f, SIZE>;

@compute @workgroup_size(256)
fn spectrogram(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let frame = group.x;
  let start = frame * framing.hop;

  for (var i = lane; i < SIZE; i += 256u) {
    let window = 0.5 - 0.5 * cos(TAU * f32(i) / f32(SIZE));
    work[reverseBits(i) >> (32u - BITS)] = vec2f(audio[start + i] * window, 0.0);
  }
  workgroupBarrier();

  for (var half = 1u; half < SIZE; half *= 2u) {
    for (var b = lane; b < SIZE / 2u; b += 256u) {
      let offset = b & (half - 1u);
      let top = 2u * (b - offset) + offset;
      let bottom = top + half;
      let angle = -0.5 * TAU * f32(offset) / f32(half);
      let w = vec2f(cos(angle), sin(angle));
      let u = work[top];
      let v = work[bottom];
      let t = vec2f(v.x * w.x - v.y * w.y, v.x * w.y + v.y * w.x);
      work[top] = u + t;
      work[bottom] = u - t;
    }
    workgroupBarrier();
  }

  for (var i = lane; i < BINS; i += 256u) {
    let value = work[i];
    power[frame * BINS + i] = 10.0 * log2(dot(value, value) + 1e-10) * 0.30103;
  }
}
