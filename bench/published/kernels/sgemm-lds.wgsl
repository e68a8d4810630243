// C = alpha A B + beta C, one element a thread, tiles of 32 by 32 in workgroup memory: kernel 2 of the published series.
override N: u32;
const TILE = 32u;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(3) var<uniform> factors: vec2f;
var<workgroup> tileA: array<array<f32, 32>, 32>;
var<workgroup> tileB: array<array<f32, 32>, 32>;

@compute @workgroup_size(32, 32)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let row = TILE * group.y + local.y;
  let column = TILE * group.x + local.x;
  var sum = 0.0;
  for (var t = 0u; t < N; t += TILE) {
    tileB[local.y][local.x] = b[N * (t + local.y) + column];
    tileA[local.y][local.x] = a[N * row + t + local.x];
    workgroupBarrier();
    for (var k = 0u; k < TILE; k++) {
      sum += tileA[local.y][k] * tileB[k][local.x];
    }
    workgroupBarrier();
  }
  c[N * row + column] = factors.x * sum + factors.y * c[N * row + column];
}
