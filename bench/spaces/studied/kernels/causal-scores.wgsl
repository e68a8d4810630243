// Attention scores of all heads, Q K^T with a causal mask: 64 x 64 tiles, 4 x 4 scores per invocation.
struct Shape {
  tokens: u32,
  width: u32,   // of a head, a multiple of 16
  scale: f32,
}

@group(0) @binding(0) var<storage, read> queries: array<f32>;   // [head][token][width]
@group(0) @binding(1) var<storage, read> keys: array<f32>;
@group(0) @binding(2) var<storage, read_write> scores: array<f32>;   // [head][query][key]
@group(0) @binding(3) var<uniform> shape: Shape;

const TILE = 64u;
const DEPTH = 16u;

var<workgroup> queryTile: array<array<f32, TILE>, DEPTH>;
var<workgroup> keyTile: array<array<f32, TILE>, DEPTH>;

@compute @workgroup_size(16, 16)
fn main(@builtin(workgroup_id) group: vec3u,
        @builtin(local_invocation_id) local: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  // tiles above the diagonal are never read
  if (group.x > group.y) {
    return;
  }
  let firstQuery = group.y * TILE;
  let firstKey = group.x * TILE;
  let base = group.z * shape.tokens * shape.width;

  var sums: array<array<f32, 4>, 4>;
  for (var k = 0u; k < shape.width; k += DEPTH) {
    for (var i = lane; i < TILE * DEPTH; i += 256u) {
      let row = i / DEPTH;
      let column = i % DEPTH;
      let query = firstQuery + row;
      let key = firstKey + row;
      var q = 0.0;
      if (query < shape.tokens) {
        q = queries[base + query * shape.width + k + column];
      }
      var c = 0.0;
      if (key < shape.tokens) {
        c = keys[base + key * shape.width + k + column];
      }
      queryTile[column][row] = q;
      keyTile[column][row] = c;
    }
    workgroupBarrier();
    for (var d = 0u; d < DEPTH; d++) {
      var q: array<f32, 4>;
      var c: array<f32, 4>;
      for (var i = 0u; i < 4u; i++) {
        q[i] = queryTile[d][local.y * 4u + i];
        c[i] = keyTile[d][local.x * 4u + i];
      }
      for (var i = 0u; i < 4u; i++) {
        for (var j = 0u; j < 4u; j++) {
          sums[i][j] = fma(q[i], c[j], sums[i][j]);
        }
      }
    }
    workgroupBarrier();
  }

  for (var i = 0u; i < 4u; i++) {
    let query = firstQuery + local.y * 4u + i;
    if (query >= shape.tokens) { continue; }
    for (var j = 0u; j < 4u; j++) {
      let key = firstKey + local.x * 4u + j;
      if (key < shape.tokens) {
        let at = (group.z * shape.tokens + query) * shape.tokens + key;
        scores[at] = select(sums[i][j] * shape.scale, -1e30, key > query);
      }
    }
  }
}
