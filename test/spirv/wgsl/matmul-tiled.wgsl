const TILE = 16u;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(3) var<uniform> size: u32;

var<workgroup> tileA: array<array<f32, TILE>, TILE>;
var<workgroup> tileB: array<array<f32, TILE>, TILE>;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let row = id.y;
  let column = id.x;
  var sum = 0.0;
  for (var t = 0u; t < size / TILE; t++) {
    tileA[local.y][local.x] = a[row * size + t * TILE + local.x];
    tileB[local.y][local.x] = b[(t * TILE + local.y) * size + column];
    workgroupBarrier();
    for (var k = 0u; k < TILE; k++) {
      sum += tileA[local.y][k] * tileB[k][local.x];
    }
    workgroupBarrier();
  }
  c[row * size + column] = sum;
}
