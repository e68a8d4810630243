// C = A * B by square tiles of workgroup memory, one element of C per invocation.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

override N: u32 = 1024;
override TILE: u32 = 16;

var<workgroup> tileA: array<f32, TILE * TILE>;
var<workgroup> tileB: array<f32, TILE * TILE>;

@compute @workgroup_size(TILE, TILE)
fn matmul(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
) {
  let slot = local.y * TILE + local.x;
  var sum = 0.0;
  for (var start = 0u; start < N; start += TILE) {
    tileA[slot] = a[id.y * N + start + local.x];
    tileB[slot] = b[(start + local.y) * N + id.x];
    workgroupBarrier();
    for (var k = 0u; k < TILE; k++) {
      sum += tileA[local.y * TILE + k] * tileB[k * TILE + local.x];
    }
    workgroupBarrier();
  }
  c[id.y * N + id.x] = sum;
}
