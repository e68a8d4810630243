// Product of square matrices by tiles in workgroup memory.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

override N: u32;
override TILE: u32;

var<workgroup> tile_a: array<f32, TILE * TILE>;
var<workgroup> tile_b: array<f32, TILE * TILE>;

@compute @workgroup_size(TILE, TILE)
fn main(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
) {
  let place = local.y * TILE + local.x;
  var sum = 0.0;
  for (var step = 0u; step < N / TILE; step++) {
    tile_a[place] = a[id.y * N + step * TILE + local.x];
    tile_b[place] = b[(step * TILE + local.y) * N + id.x];
    workgroupBarrier();
    for (var k = 0u; k < TILE; k++) {
      sum += tile_a[local.y * TILE + k] * tile_b[k * TILE + local.x];
    }
    workgroupBarrier();
  }
  c[id.y * N + id.x] = sum;
}
