// Linear layer with weights of four bits that stand for the sixteen values of a codebook (quantiles of the normal
// distribution), 64 weights to a scale, for four tokens at once. Inputs and outputs hold the four tokens of a
// feature in one vector. One workgroup per output feature.
override IN: u32;

const SIZE = 128u;

@group(0) @binding(0) var<storage, read> codebook: array<f32, 16>;
@group(0) @binding(1) var<storage, read> packed: array<u32>; // eight weights in a word, the first lowest
@group(0) @binding(2) var<storage, read> scales: array<f32>;
@group(0) @binding(3) var<storage, read> inputs: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read> bias: array<f32>;
@group(0) @binding(5) var<storage, read_write> outputs: array<vec4<f32>>;

var<workgroup> levels: array<f32, 16>;
var<workgroup> partial: array<vec4<f32>, SIZE>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let feature = group.x;
  let words = IN / 8u;
  if (local < 16u) {
    levels[local] = codebook[local];
  }
  workgroupBarrier();

  var sum = vec4<f32>(0.0);
  for (var w = local; w < words; w += SIZE) {
    var word = packed[feature * words + w];
    let scale = scales[feature * (IN / 64u) + w / 8u];
    var part = vec4<f32>(0.0);
    for (var i = 0u; i < 8u; i++) {
      part += levels[word & 15u] * inputs[w * 8u + i];
      word >>= 4u;
    }
    sum += scale * part;
  }
  partial[local] = sum;
  workgroupBarrier();

  for (var half = SIZE / 2u; half > 0u; half >>= 1u) {
    if (local < half) {
      partial[local] += partial[local + half];
    }
    workgroupBarrier();
  }
  if (local == 0u) {
    outputs[feature] = partial[0] + bias[feature];
  }
}
