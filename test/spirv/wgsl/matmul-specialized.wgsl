@id(0) override TILE: u32 = 8u;
@id(1) override SIZE: u32 = 64u;
@id(2) override ACCUMULATE: bool = false;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

var<workgroup> tileA: array<f32, TILE * TILE>;
var<workgroup> tileB: array<f32, TILE * TILE>;

@compute @workgroup_size(TILE, TILE)
fn main(@builtin(local_invocation_id) local: vec3<u32>, @builtin(workgroup_id) group: vec3<u32>) {
  let x = local.x;
  let y = local.y;
  let row = group.y * TILE + y;
  let column = group.x * TILE + x;
  var sum = 0.0;
  for (var t = 0u; t < SIZE / TILE; t++) {
    tileA[y * TILE + x] = a[row * SIZE + t * TILE + x];
    tileB[y * TILE + x] = b[(t * TILE + y) * SIZE + column];
    workgroupBarrier();
    for (var k = 0u; k < TILE; k++) {
      sum += tileA[y * TILE + k] * tileB[k * TILE + x];
    }
    workgroupBarrier();
  }
  let at = row * SIZE + column;
  if (ACCUMULATE) {
    c[at] = c[at] + sum;
  } else {
    c[at] = sum;
  }
}
