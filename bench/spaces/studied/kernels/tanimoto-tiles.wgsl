// All-pairs Tanimoto similarity of 1024-bit molecular fingerprints.
// A workgroup of 16 x 8 computes 80 x 24 pairs, each thread 5 x 3 of them.
const WORDS = 32u;
const CHUNK = 16u;
const TX = 16u; const TY = 8u;
const RX = 5u;  const RY = 3u;
const TILE_X = TX * RX;
const TILE_Y = TY * RY;

struct Shape { refs: u32, queries: u32 }

@group(0) @binding(0) var<storage, read> refBits: array<u32>;    // [refs][WORDS]
@group(0) @binding(1) var<storage, read> queryBits: array<u32>;  // [queries][WORDS]
@group(0) @binding(2) var<storage, read> refCount: array<u32>;
@group(0) @binding(3) var<storage, read> queryCount: array<u32>;
@group(0) @binding(4) var<storage, read_write> similarity: array<f32>;
@group(0) @binding(5) var<uniform> shape: Shape;

var<workgroup> refTile: array<u32, TILE_X * (CHUNK + 1u)>;
var<workgroup> queryTile: array<u32, TILE_Y * (CHUNK + 1u)>;

@compute @workgroup_size(16, 8)
fn tanimoto(
  @builtin(local_invocation_id) lid: vec3u,
  @builtin(local_invocation_index) li: u32,
  @builtin(workgroup_id) wid: vec3u,
) {
  let x0 = wid.x * TILE_X;
  let y0 = wid.y * TILE_Y;
  var shared_: array<array<u32, 5>, 3>;

  for (var base = 0u; base < WORDS; base += CHUNK) {
    for (var e = li; e < TILE_X * CHUNK; e += TX * TY) {
      let row = e / CHUNK;
      let col = e % CHUNK;
      var w = 0u;
      if (x0 + row < shape.refs) { w = refBits[(x0 + row) * WORDS + base + col]; }
      refTile[row * (CHUNK + 1u) + col] = w;
    }
    for (var e = li; e < TILE_Y * CHUNK; e += TX * TY) {
      let row = e / CHUNK;
      let col = e % CHUNK;
      var w = 0u;
      if (y0 + row < shape.queries) { w = queryBits[(y0 + row) * WORDS + base + col]; }
      queryTile[row * (CHUNK + 1u) + col] = w;
    }
    workgroupBarrier();
    for (var k = 0u; k < CHUNK; k++) {
      var r: array<u32, 5>;
      for (var i = 0u; i < RX; i++) { r[i] = refTile[(lid.x + i * TX) * (CHUNK + 1u) + k]; }
      for (var j = 0u; j < RY; j++) {
        let q = queryTile[(lid.y + j * TY) * (CHUNK + 1u) + k];
        for (var i = 0u; i < RX; i++) {
          shared_[j][i] += countOneBits(r[i] & q);
        }
      }
    }
    workgroupBarrier();
  }

  for (var j = 0u; j < RY; j++) {
    let y = y0 + lid.y + j * TY;
    if (y >= shape.queries) { continue; }
    let cy = queryCount[y];
    for (var i = 0u; i < RX; i++) {
      let x = x0 + lid.x + i * TX;
      if (x < shape.refs) {
        let c = shared_[j][i];
        similarity[y * shape.refs + x] = f32(c) / f32(max(cy + refCount[x] - c, 1u));
      }
    }
  }
}
