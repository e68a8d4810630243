// Shortest paths of at most two legs: the min-plus product D[i][j] = min over k of A[i][k] + B[k][j] of two matrices of
// distances, in tiles of 64 x 64 with 4 x 4 of them in each invocation's registers. The side is a multiple of 64.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> d: array<f32>;
@group(0) @binding(3) var<uniform> side: u32;

const TILE = 64u;
const DEPTH = 16u;

var<workgroup> tileA: array<f32, 1024>; // k-major
var<workgroup> tileB: array<f32, 1024>;

@compute @workgroup_size(16, 16)
fn minPlus(
  @builtin(workgroup_id) tile: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
) {
  let firstRow = tile.y * TILE;
  let firstColumn = tile.x * TILE;
  var shortest: array<vec4<f32>, 4>;
  for (var i = 0u; i < 4u; i++) {
    shortest[i] = vec4<f32>(1e30);
  }
  for (var start = 0u; start < side; start += DEPTH) {
    for (var part = index; part < TILE * DEPTH; part += 256u) {
      tileA[(part % DEPTH) * TILE + part / DEPTH] = a[(firstRow + part / DEPTH) * side + start + part % DEPTH];
      tileB[part] = b[(start + part / TILE) * side + firstColumn + part % TILE];
    }
    workgroupBarrier();
    for (var k = 0u; k < DEPTH; k++) {
      let columnsAt = k * TILE + local.x;
      let right = vec4<f32>(tileB[columnsAt], tileB[columnsAt + 16u], tileB[columnsAt + 32u], tileB[columnsAt + 48u]);
      for (var i = 0u; i < 4u; i++) {
        shortest[i] = min(shortest[i], tileA[k * TILE + local.y * 4u + i] + right);
      }
    }
    workgroupBarrier();
  }
  for (var i = 0u; i < 4u; i++) {
    let at = (firstRow + local.y * 4u + i) * side + firstColumn + local.x;
    for (var j = 0u; j < 4u; j++) {
      d[at + 16u * j] = shortest[i][j];
    }
  }
}
