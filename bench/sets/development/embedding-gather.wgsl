// Rows of an embedding table by token, plus the embedding of the position; vectors of four, one token per
// workgroup.
@group(0) @binding(0) var<storage, read> tokens: array<u32>;
@group(0) @binding(1) var<storage, read> table: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> positions: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> output: array<vec4<f32>>;

override VECTORS: u32;
const SIZE = 64u;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let row = tokens[group.x] * VECTORS;
  for (var i = lane; i < VECTORS; i += SIZE) {
    output[group.x * VECTORS + i] = table[row + i] + positions[group.x * VECTORS + i];
  }
}
