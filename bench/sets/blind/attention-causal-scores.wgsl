// Scaled scores Q K^T of causal attention, several heads: tiles of 32 queries by 32 keys, 2 x 2 per invocation;
// tiles in the future are skipped, the softmax that follows does not read them.
override LENGTH: u32; // a multiple of 32
const D4 = 16u; // head of 64 numbers
const TILE = 32u;
@group(0) @binding(0) var<storage, read> queries: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> keys: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> scores: array<f32>;

var<workgroup> q: array<array<vec4<f32>, D4>, TILE>;
var<workgroup> k: array<array<vec4<f32>, D4 + 1>, TILE>; // padded: lanes read different rows

@compute @workgroup_size(16, 16, 1)
fn score(@builtin(workgroup_id) wg: vec3<u32>, @builtin(local_invocation_id) lid: vec3<u32>) {
  if (wg.x > wg.y) { return; }
  let head = wg.z * LENGTH;
  for (var row = lid.y; row < TILE; row += 16u) {
    q[row][lid.x] = queries[(head + wg.y * TILE + row) * D4 + lid.x];
    k[row][lid.x] = keys[(head + wg.x * TILE + row) * D4 + lid.x];
  }
  workgroupBarrier();
  var s00 = 0.0; var s01 = 0.0; var s10 = 0.0; var s11 = 0.0;
  for (var d = 0u; d < D4; d++) {
    let q0 = q[lid.y][d];
    let q1 = q[lid.y + 16u][d];
    let k0 = k[lid.x][d];
    let k1 = k[lid.x + 16u][d];
    s00 += dot(q0, k0);
    s01 += dot(q0, k1);
    s10 += dot(q1, k0);
    s11 += dot(q1, k1);
  }
  let query = wg.y * TILE + lid.y;
  let key = wg.x * TILE + lid.x;
  let at = (head + query) * LENGTH + key;
  if (key <= query) { scores[at] = 0.125 * s00; }
  if (key + 16u <= query) { scores[at + 16u] = 0.125 * s01; }
  if (key <= query + 16u) { scores[at + 16u * LENGTH] = 0.125 * s10; }
  if (key + 16u <= query + 16u) { scores[at + 16u * LENGTH + 16u] = 0.125 * s11; }
}
