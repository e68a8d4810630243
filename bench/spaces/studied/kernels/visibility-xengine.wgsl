// Correlator of a radio interferometer (the X of FX): for every channel and every pair of stations the products of
// all polarisations, integrated over time. An invocation holds 2×2 stations, thus 16 complex sums, in registers.
// Samples: one word per station, (re, im) of the polarisations X and Y as signed bytes; channel, time, station.
@group(0) @binding(0) var<storage, read> samples: array<u32>;
@group(0) @binding(1) var<storage, read_write> visibilities: array<vec2f>;

const STATIONS = 96u;
const TIMES = 256u;
const BLOCKS = STATIONS / 2u;
const PAIRS = BLOCKS * (BLOCKS + 1u) / 2u;
const THREADS = 128u;

fn unpack(word: u32) -> vec4f {
  let w = i32(word);
  return vec4f(f32(extractBits(w, 0u, 8u)), f32(extractBits(w, 8u, 8u)),
               f32(extractBits(w, 16u, 8u)), f32(extractBits(w, 24u, 8u)));
}

// sum + a · conj(b)
fn accumulate(sum: vec2f, a: vec2f, b: vec2f) -> vec2f {
  return vec2f(fma(a.x, b.x, fma(a.y, b.y, sum.x)), fma(a.y, b.x, fma(-a.x, b.y, sum.y)));
}

@compute @workgroup_size(THREADS)
fn correlate(@builtin(global_invocation_id) id: vec3u) {
  let pair = id.x;
  let channel = id.y;
  if (pair >= PAIRS) { return; }

  // row of the lower triangle
  var row = u32((sqrt(8.0 * f32(pair) + 1.0) - 1.0) * 0.5);
  if (row * (row + 1u) / 2u > pair) { row--; }
  if ((row + 1u) * (row + 2u) / 2u <= pair) { row++; }
  let column = pair - row * (row + 1u) / 2u;

  var sums: array<vec2f, 16>;
  for (var i = 0u; i < 16u; i++) { sums[i] = vec2f(); }

  var at = channel * TIMES * STATIONS;
  for (var t = 0u; t < TIMES; t++) {
    let a0 = unpack(samples[at + 2u * row]);
    let a1 = unpack(samples[at + 2u * row + 1u]);
    let b0 = unpack(samples[at + 2u * column]);
    let b1 = unpack(samples[at + 2u * column + 1u]);
    sums[0] = accumulate(sums[0], a0.xy, b0.xy);
    sums[1] = accumulate(sums[1], a0.xy, b0.zw);
    sums[2] = accumulate(sums[2], a0.zw, b0.xy);
    sums[3] = accumulate(sums[3], a0.zw, b0.zw);
    sums[4] = accumulate(sums[4], a0.xy, b1.xy);
    sums[5] = accumulate(sums[5], a0.xy, b1.zw);
    sums[6] = accumulate(sums[6], a0.zw, b1.xy);
    sums[7] = accumulate(sums[7], a0.zw, b1.zw);
    sums[8] = accumulate(sums[8], a1.xy, b0.xy);
    sums[9] = accumulate(sums[9], a1.xy, b0.zw);
    sums[10] = accumulate(sums[10], a1.zw, b0.xy);
    sums[11] = accumulate(sums[11], a1.zw, b0.zw);
    sums[12] = accumulate(sums[12], a1.xy, b1.xy);
    sums[13] = accumulate(sums[13], a1.xy, b1.zw);
    sums[14] = accumulate(sums[14], a1.zw, b1.xy);
    sums[15] = accumulate(sums[15], a1.zw, b1.zw);
    at += STATIONS;
  }

  let out = (channel * PAIRS + pair) * 16u;
  for (var i = 0u; i < 16u; i++) {
    visibilities[out + i] = sums[i];
  }
}
