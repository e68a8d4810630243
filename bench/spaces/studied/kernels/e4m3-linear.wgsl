// Linear layer for a batch of eight tokens with 8-bit float weights (4 bits of exponent, 3 of mantissa, four in a word)
// and a scale for each 128 of them. 32 lanes share a row of weights; their partials sums meet in workgroup memory.
override IN_FEATURES: u32 = 4096u;
override OUT_FEATURES: u32 = 4096u;

const BATCH = 8u;
const LANES = 32u;
const ROWS = 4u;

@group(0) @binding(0) var<storage, read> packed_weights: array<u32>;
@group(0) @binding(1) var<storage, read> block_scales: array<f32>;
@group(0) @binding(2) var<storage, read> tokens: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> bias: array<f32>;
@group(0) @binding(4) var<storage, read_write> result: array<f32>;

var<workgroup> partials: array<f32, 1024>; // [row][token][lane]

// Weights are finite: the pattern of a NaN is not looked for.
fn decode(byte: u32) -> f32 {
  let magnitude = byte & 0x7fu;
  let normal = bitcast<f32>((magnitude << 20u) + (120u << 23u));
  let subnormal = f32(magnitude) * 0.001953125;
  let value = select(normal, subnormal, magnitude < 8u);
  return select(value, -value, (byte & 0x80u) != 0u);
}

fn decode4(word: u32) -> vec4<f32> {
  return vec4<f32>(
    decode(word & 0xffu),
    decode((word >> 8u) & 0xffu),
    decode((word >> 16u) & 0xffu),
    decode(word >> 24u),
  );
}

@compute @workgroup_size(32, 4)
fn main(@builtin(workgroup_id) wg: vec3<u32>, @builtin(local_invocation_id) lid: vec3<u32>) {
  let row = wg.x * ROWS + lid.y;
  let words = IN_FEATURES / 4u;
  var sums: array<f32, 8>;

  if (row < OUT_FEATURES) {
    for (var w = lid.x; w < words; w += LANES) {
      let scale = block_scales[row * (IN_FEATURES / 128u) + w / 32u];
      let weight = decode4(packed_weights[row * words + w]) * scale;
      for (var t = 0u; t < BATCH; t++) {
        sums[t] += dot(weight, tokens[t * words + w]);
      }
    }
  }

  let base = lid.y * BATCH * LANES;
  for (var t = 0u; t < BATCH; t++) {
    partials[base + t * LANES + lid.x] = sums[t];
  }
  for (var half = LANES / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lid.x < half) {
      for (var t = 0u; t < BATCH; t++) {
        let at = base + t * LANES + lid.x;
        partials[at] += partials[at + half];
      }
    }
  }
  workgroupBarrier();

  if (lid.x < BATCH && row < OUT_FEATURES) {
    result[lid.x * OUT_FEATURES + row] = partials[base + lid.x * LANES] + bias[row];
  }
}
