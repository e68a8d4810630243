// Turns a ragged batch (token vectors of all sequences one after the other) into a padded one of equally long
// sequences, with a mask that says which tokens are real.
override QUADS: u32 = 64;       // channels / 4
override LONGEST: u32 = 299;

@group(0) @binding(0) var<storage, read> sequenceStarts: array<u32>;
@group(0) @binding(1) var<storage, read> tokens: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> padded: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> mask: array<u32>;

@compute @workgroup_size(4, 32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let quad = id.x;
  let token = id.y;
  let sequence = id.z;
  if (quad >= QUADS || token >= LONGEST) {
    return;
  }
  let start = sequenceStarts[sequence];
  let isReal = token < sequenceStarts[sequence + 1u] - start;
  var value = vec4<f32>(0.0);
  if (isReal) {
    value = tokens[(start + token) * QUADS + quad];
  }
  let place = sequence * LONGEST + token;
  padded[place * QUADS + quad] = value;
  if (quad == 0u) {
    mask[place] = select(0u, 1u, isReal);
  }
}
