// Satellite navigation receiver: early, prompt and late correlators of every tracked channel over one millisecond
// of GPS L1 samples (pairs of signed bytes, two samples to a word). Code and carrier come from 32-bit NCOs.
@group(0) @binding(0) var<storage, read> signal: array<u32>;
@group(0) @binding(1) var<storage, read> prn: array<u32>;             // per epoch and channel
@group(0) @binding(2) var<storage, read> code_phase: array<u32>;     // chips, units of 2^-20
@group(0) @binding(3) var<storage, read> doppler: array<f32>;        // Hz
@group(0) @binding(4) var<storage, read> codes: array<u32>;          // 1023 chips of each PRN in 32 words
@group(0) @binding(5) var<storage, read_write> outputs: array<f32>;  // early, prompt, late: I and Q

override WG: u32 = 128;
const SAMPLES = 4096u;                     // per millisecond
const RATE = 4096000.0;
const CHIP_STEP = 261888u;                 // 1023 / 4096 · 2^20
const SPACING = 524288u;                   // half a chip
const PERIOD = 1023u << 20u;

var<workgroup> code: array<u32, 32>;
var<workgroup> partial: array<f32, 6 * WG>;

fn chip(phase: u32) -> f32 {
  var p = phase;
  if (p >= PERIOD) { p -= PERIOD; }
  let c = p >> 20u;
  return select(1.0, -1.0, ((code[c >> 5u] >> (c & 31u)) & 1u) != 0u);
}

@compute @workgroup_size(WG)
fn correlate(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
             @builtin(local_invocation_index) lane: u32) {
  let channel = group.y * groups.x + group.x;
  if (lane < 32u) {
    code[lane] = codes[prn[channel] * 32u + lane];
  }
  workgroupBarrier();

  let start = code_phase[channel] % PERIOD;
  let carrier_step = i32(doppler[channel] / RATE * 4294967296.0);
  var early = vec2f();
  var prompt = vec2f();
  var late = vec2f();
  for (var s = lane; s < SAMPLES; s += WG) {
    let word = i32(signal[(group.y * SAMPLES + s) >> 1u]);
    let shift = (s & 1u) * 16u;
    let iq = vec2f(f32(extractBits(word, shift, 8u)), f32(extractBits(word, shift + 8u, 8u)));
    let turn = i32(s) * carrier_step;
    let angle = f32(turn >> 8u) * (6.283185307 / 16777216.0);
    let c = cos(angle);
    let n = sin(angle);
    let base = vec2f(iq.x * c + iq.y * n, iq.y * c - iq.x * n);
    var phase = start + s * CHIP_STEP;
    if (phase >= PERIOD) { phase -= PERIOD; }
    early += chip(phase + SPACING) * base;
    prompt += chip(phase) * base;
    late += chip(phase + PERIOD - SPACING) * base;
  }

  partial[lane] = early.x;
  partial[WG + lane] = early.y;
  partial[2u * WG + lane] = prompt.x;
  partial[3u * WG + lane] = prompt.y;
  partial[4u * WG + lane] = late.x;
  partial[5u * WG + lane] = late.y;
  workgroupBarrier();
  for (var half = WG / 2u; half > 0u; half >>= 1u) {
    if (lane < half) {
      for (var k = 0u; k < 6u; k++) {
        partial[k * WG + lane] += partial[k * WG + lane + half];
      }
    }
    workgroupBarrier();
  }
  if (lane < 6u) {
    outputs[channel * 6u + lane] = partial[lane * WG];
  }
}
