// Merges a low-rank adapter into the weights of a layer: W += scale * U V, with W of OUT rows and IN columns, U of
// RANK columns and V of RANK rows. A workgroup updates 64 x 64 weights.
override OUT: u32;
override IN: u32;
override SCALE: f32 = 1.0;

const RANK = 16u;
const TILE = 64u;

@group(0) @binding(0) var<storage, read> up: array<f32>;
@group(0) @binding(1) var<storage, read> down: array<f32>;
@group(0) @binding(2) var<storage, read_write> weights: array<f32>;

var<workgroup> upTile: array<f32, TILE * RANK>;
var<workgroup> downTile: array<f32, RANK * TILE>;

@compute @workgroup_size(16, 16)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
) {
  let row0 = group.y * TILE;
  let col0 = group.x * TILE;

  for (var e = index; e < TILE * RANK; e += 256u) {
    let row = row0 + e / RANK;
    upTile[e] = select(0.0, up[row * RANK + e % RANK], row < OUT);
    let col = col0 + e % TILE;
    downTile[e] = select(0.0, down[(e / TILE) * IN + col], col < IN);
  }
  workgroupBarrier();

  var sums: array<array<f32, 4>, 4>;
  for (var k = 0u; k < RANK; k++) {
    var right: array<f32, 4>;
    for (var j = 0u; j < 4u; j++) {
      right[j] = downTile[k * TILE + local.x + 16u * j];
    }
    for (var i = 0u; i < 4u; i++) {
      let left = upTile[(local.y + 16u * i) * RANK + k];
      for (var j = 0u; j < 4u; j++) {
        sums[i][j] = fma(left, right[j], sums[i][j]);
      }
    }
  }

  for (var i = 0u; i < 4u; i++) {
    let row = row0 + local.y + 16u * i;
    for (var j = 0u; j < 4u; j++) {
      let col = col0 + local.x + 16u * j;
      if (row < OUT && col < IN) {
        weights[row * IN + col] += SCALE * sums[i][j];
      }
    }
  }
}
