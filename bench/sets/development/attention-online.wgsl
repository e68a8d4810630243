// Attention of one head with online softmax: one query per invocation, keys and values pass through workgroup
// memory in tiles.
@group(0) @binding(0) var<storage, read> queries: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> keys: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> values: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> output: array<vec4<f32>>;

override LENGTH: u32; // a multiple of SIZE
const VECTORS = 8u; // 32 numbers per head
const SIZE = 64u;
const TILE = 32u;
var<workgroup> keyTile: array<vec4<f32>, TILE * VECTORS>;
var<workgroup> valueTile: array<vec4<f32>, TILE * VECTORS>;

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let scale = inverseSqrt(f32(4u * VECTORS));
  var query: array<vec4<f32>, VECTORS>;
  var sum: array<vec4<f32>, VECTORS>;
  for (var i = 0u; i < VECTORS; i++) {
    query[i] = queries[id.x * VECTORS + i] * scale;
  }
  var largest = -3.4e38;
  var weight = 0.0;
  for (var start = 0u; start < LENGTH; start += TILE) {
    for (var i = lane; i < TILE * VECTORS; i += SIZE) {
      keyTile[i] = keys[start * VECTORS + i];
      valueTile[i] = values[start * VECTORS + i];
    }
    workgroupBarrier();
    for (var k = 0u; k < TILE; k++) {
      var score = 0.0;
      for (var i = 0u; i < VECTORS; i++) {
        score += dot(query[i], keyTile[k * VECTORS + i]);
      }
      let next = max(largest, score);
      let rescale = exp(largest - next);
      let share = exp(score - next);
      weight = weight * rescale + share;
      for (var i = 0u; i < VECTORS; i++) {
        sum[i] = sum[i] * rescale + share * valueTile[k * VECTORS + i];
      }
      largest = next;
    }
    workgroupBarrier();
  }
  for (var i = 0u; i < VECTORS; i++) {
    output[id.x * VECTORS + i] = sum[i] / weight;
  }
}
