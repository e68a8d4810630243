enable subgroups;

// Decoding one token: a vector times weights of four bits, with a scale and a zero point per group of 64.
// One workgroup per row.
struct Shape {
  rows: u32,
  words: u32,   // per row, eight weights each
}

@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> weights: array<u32>;
@group(0) @binding(2) var<storage, read> scales: array<vec2f>;   // scale, zero point
@group(0) @binding(3) var<storage, read> activations: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> result: array<f32>;

const SIZE = 128u;
var<workgroup> partial: array<f32, SIZE>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u,
        @builtin(local_invocation_index) lane: u32,
        @builtin(subgroup_size) width: u32,
        @builtin(subgroup_invocation_id) place: u32) {
  let row = group.x;
  let base = row * shape.words;
  var sum = 0.0;
  for (var i = lane; i < shape.words; i += SIZE) {
    let word = weights[base + i];
    let low = vec4f(vec4u(word, word >> 4u, word >> 8u, word >> 12u) & vec4u(15u));
    let high = vec4f(vec4u(word >> 16u, word >> 20u, word >> 24u, word >> 28u) & vec4u(15u));
    let s = scales[(base + i) / 8u];
    let x = activations[2u * i];
    let y = activations[2u * i + 1u];
    sum += s.x * (dot(low - s.y, x) + dot(high - s.y, y));
  }
  sum = subgroupAdd(sum);
  if (place == 0u) {
    partial[lane / width] = sum;
  }
  workgroupBarrier();
  if (lane == 0u) {
    var total = 0.0;
    for (var i = 0u; i < SIZE / width; i++) {
      total += partial[i];
    }
    result[row] = total;
  }
}
