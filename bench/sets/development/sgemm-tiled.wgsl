// C = A * B with 16 x 16 tiles in workgroup memory and zeros past the edges, so that any shape will do.
struct Shape { m: u32, n: u32, k: u32 }

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(3) var<uniform> shape: Shape;

const TILE = 16u;
var<workgroup> tileA: array<array<f32, TILE>, TILE>;
var<workgroup> tileB: array<array<f32, TILE>, TILE>;

@compute @workgroup_size(TILE, TILE)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  var sum = 0.0;
  for (var start = 0u; start < shape.k; start += TILE) {
    let column = start + local.x;
    let row = start + local.y;
    tileA[local.y][local.x] = 0.0;
    if (id.y < shape.m && column < shape.k) {
      tileA[local.y][local.x] = a[id.y * shape.k + column];
    }
    tileB[local.y][local.x] = 0.0;
    if (row < shape.k && id.x < shape.n) {
      tileB[local.y][local.x] = b[row * shape.n + id.x];
    }
    workgroupBarrier();
    for (var i = 0u; i < TILE; i++) {
      sum += tileA[local.y][i] * tileB[i][local.x];
    }
    workgroupBarrier();
  }
  if (id.y < shape.m && id.x < shape.n) {
    c[id.y * shape.n + id.x] = sum;
  }
}
