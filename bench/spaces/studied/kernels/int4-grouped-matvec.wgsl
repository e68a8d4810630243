// Linear layer of a language model while it decodes: weights of 4 bits, an f16 scale per 32 of them, f16 activations.
// A workgroup computes two neighbouring rows.
enable f16;

const SIZE = 128u;
const ROWS = 2u;
override GROUPS: u32 = 256u; // of 32 weights, per row

@group(0) @binding(0) var<storage, read> weights: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> scales: array<f16>;
@group(0) @binding(2) var<storage, read> activations: array<vec4<f16>>;
@group(0) @binding(3) var<storage, read> bias: array<f32>;
@group(0) @binding(4) var<storage, read_write> result: array<f32>;

var<workgroup> partial: array<vec2<f32>, SIZE>;

fn low4(word: u32) -> vec4<f16> {
  return vec4<f16>((vec4<u32>(word) >> vec4<u32>(0u, 4u, 8u, 12u)) & vec4<u32>(15u)) - vec4<f16>(8.0h);
}

fn high4(word: u32) -> vec4<f16> {
  return low4(word >> 16u);
}

@compute @workgroup_size(SIZE)
fn matvec(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let row = group.x * ROWS;
  var sum = vec2<f32>(0.0);
  for (var g = lane; g < GROUPS; g += SIZE) {
    var x: array<vec4<f16>, 8>;
    for (var i = 0u; i < 8u; i++) {
      x[i] = activations[g * 8u + i];
    }
    for (var r = 0u; r < ROWS; r++) {
      let at = (row + r) * GROUPS + g;
      let packed = weights[at];
      var products = 0.0;
      for (var i = 0u; i < 4u; i++) {
        products += f32(dot(low4(packed[i]), x[2u * i])) + f32(dot(high4(packed[i]), x[2u * i + 1u]));
      }
      sum[r] += products * f32(scales[at]);
    }
  }

  partial[lane] = sum;
  workgroupBarrier();
  for (var half = SIZE / 2u; half > 0u; half >>= 1u) {
    if (lane < half) {
      partial[lane] += partial[lane + half];
    }
    workgroupBarrier();
  }
  if (lane < ROWS) {
    let y = partial[0][lane] + bias[row + lane];
    result[row + lane] = y / (1.0 + exp(-y)); // SiLU
  }
}
