// C = A A^T, lower triangle only: blocks of 32 x 32, four rows per invocation; workgroups above the diagonal
// have nothing to do.
override N: u32;
override K: u32;
const TILE = 32u;
@group(0) @binding(0) var<storage, read> A: array<f32>;
@group(0) @binding(1) var<storage, read_write> C: array<f32>;

var<workgroup> rows: array<array<f32, TILE + 1>, TILE>;
var<workgroup> cols: array<array<f32, TILE + 1>, TILE>;

@compute @workgroup_size(32, 8)
fn syrk(@builtin(workgroup_id) wg: vec3<u32>, @builtin(local_invocation_id) lid: vec3<u32>) {
  if (wg.x > wg.y) { return; }
  var acc = array<f32, 4>();
  for (var k0 = 0u; k0 < K; k0 += TILE) {
    for (var y = lid.y; y < TILE; y += 8u) {
      rows[y][lid.x] = A[(wg.y * TILE + y) * K + k0 + lid.x];
      cols[y][lid.x] = A[(wg.x * TILE + y) * K + k0 + lid.x];
    }
    workgroupBarrier();
    for (var k = 0u; k < TILE; k++) {
      let c = cols[lid.x][k];
      for (var i = 0u; i < 4u; i++) { acc[i] = fma(rows[lid.y + 8u * i][k], c, acc[i]); }
    }
    workgroupBarrier();
  }
  let column = wg.x * TILE + lid.x;
  for (var i = 0u; i < 4u; i++) {
    let row = wg.y * TILE + lid.y + 8u * i;
    if (column <= row) { C[row * N + column] = acc[i]; }
  }
}
