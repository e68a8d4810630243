// Product of matrices of bytes, four per word, with dot products of packed bytes: 16 x 16 results per workgroup,
// B stored by columns.
@group(0) @binding(0) var<storage, read> a: array<u32>; // M x K / 4
@group(0) @binding(1) var<storage, read> b: array<u32>; // N x K / 4
@group(0) @binding(2) var<storage, read_write> c: array<i32>; // M x N

override N: u32;
override K: u32;
const TILE = 16u;
var<workgroup> tileA: array<array<u32, TILE>, TILE>;
var<workgroup> tileB: array<array<u32, TILE + 1>, TILE>; // padded: lanes read down a column

@compute @workgroup_size(TILE, TILE)
fn main(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
) {
  let words = K / 4u;
  var sum = 0;
  for (var start = 0u; start < words; start += TILE) {
    tileA[local.y][local.x] = a[id.y * words + start + local.x];
    tileB[local.y][local.x] = b[(group.x * TILE + local.y) * words + start + local.x];
    workgroupBarrier();
    for (var i = 0u; i < TILE; i++) {
      sum += dot4I8Packed(tileA[local.y][i], tileB[local.x][i]);
    }
    workgroupBarrier();
  }
  c[id.y * N + id.x] = sum;
}
