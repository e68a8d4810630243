// A fully connected layer in int8: packed dot products of four, eight rows of the batch per invocation.
@group(0) @binding(0) var<storage, read> weights: array<u32>; // [output][input / 4]
@group(0) @binding(1) var<storage, read> activations: array<u32>; // [batch][input / 4]
@group(0) @binding(2) var<storage, read> scale: array<f32>;
@group(0) @binding(3) var<storage, read_write> output: array<f32>;
override WORDS: u32 = 256;
override OUTPUTS: u32 = 4096;
const ROWS = 8u;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= OUTPUTS) { return; }
  var sums: array<i32, ROWS>;
  for (var k = 0u; k < WORDS; k++) {
    let w = weights[id.x * WORDS + k];
    for (var r = 0u; r < ROWS; r++) {
      sums[r] += dot4I8Packed(w, activations[(id.y * ROWS + r) * WORDS + k]);
    }
  }
  for (var r = 0u; r < ROWS; r++) {
    output[(id.y * ROWS + r) * OUTPUTS + id.x] = f32(sums[r]) * scale[id.x];
  }
}
