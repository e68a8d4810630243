// Attention with heads of 64 features, never storing the scores: a workgroup takes 64 queries of a head, one per
// invocation, and walks over keys and values in tiles of 32 that it stages in workgroup memory. The softmax is
// computed along the way: its maximum, its sum and the weighted values stay with the invocation.
@group(0) @binding(0) var<storage, read> queries: array<vec4<f32>>; // [head][position][feature]
@group(0) @binding(1) var<storage, read> keys: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> values: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> result: array<vec4<f32>>;

override LENGTH: u32;

const QUADS = 16u; // 64 features
const QUERIES = 64u;
const TILE = 32u;

var<workgroup> keyTile: array<array<vec4<f32>, QUADS>, TILE>;
var<workgroup> valueTile: array<array<vec4<f32>, QUADS>, TILE>;

@compute @workgroup_size(QUERIES)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let head = group.y * LENGTH;
  let position = group.x * QUERIES + local;
  let inside = position < LENGTH;

  var query: array<vec4<f32>, QUADS>;
  var sums: array<vec4<f32>, QUADS>;
  if (inside) {
    for (var q = 0u; q < QUADS; q++) {
      query[q] = queries[(head + position) * QUADS + q] * 0.125;
    }
  }
  var highest = -1e30;
  var total = 0.0;

  for (var start = 0u; start < LENGTH; start += TILE) {
    let count = min(TILE, LENGTH - start);
    for (var i = local; i < count * QUADS; i += QUERIES) {
      keyTile[i / QUADS][i % QUADS] = keys[(head + start) * QUADS + i];
      valueTile[i / QUADS][i % QUADS] = values[(head + start) * QUADS + i];
    }
    workgroupBarrier();
    for (var j = 0u; j < count; j++) {
      var score = 0.0;
      for (var q = 0u; q < QUADS; q++) {
        score += dot(query[q], keyTile[j][q]);
      }
      let newHighest = max(highest, score);
      let shrink = exp(highest - newHighest);
      let weight = exp(score - newHighest);
      total = total * shrink + weight;
      for (var q = 0u; q < QUADS; q++) {
        sums[q] = sums[q] * shrink + weight * valueTile[j][q];
      }
      highest = newHighest;
    }
    workgroupBarrier();
  }

  if (inside) {
    for (var q = 0u; q < QUADS; q++) {
      result[(head + position) * QUADS + q] = sums[q] / total;
    }
  }
}
