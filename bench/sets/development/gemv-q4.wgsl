// Matrix-vector product with weights of four bits: eight per word, one scale per block of 32 weights. One row
// per workgroup.
@group(0) @binding(0) var<storage, read> weights: array<vec4<u32>>; // 32 weights each
@group(0) @binding(1) var<storage, read> scales: array<f32>;
@group(0) @binding(2) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;

override COLUMNS: u32;
const SIZE = 64u;
var<workgroup> partial: array<f32, SIZE>;

fn lowNibbles(word: u32) -> vec4<f32> {
  return vec4<f32>(unpack4xU8(word & 0x0f0f0f0fu)) - 8.0;
}

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let blocks = COLUMNS / 32u;
  var sum = 0.0;
  for (var block = lane; block < blocks; block += SIZE) {
    let packed = weights[group.x * blocks + block];
    var part = 0.0;
    for (var i = 0u; i < 4u; i++) {
      // A word holds weights 0 to 3 in the low halves of its bytes, 4 to 7 in the high halves.
      let at = block * 8u + i * 2u;
      part += dot(lowNibbles(packed[i]), x[at]) + dot(lowNibbles(packed[i] >> 4u), x[at + 1u]);
    }
    sum += part * scales[group.x * blocks + block];
  }
  partial[lane] = sum;
  workgroupBarrier();
  for (var width = SIZE / 2u; width > 0u; width >>= 1u) {
    if (lane < width) {
      partial[lane] += partial[lane + width];
    }
    workgroupBarrier();
  }
  if (lane == 0u) {
    y[group.x] = partial[0];
  }
}
