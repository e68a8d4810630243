// Product of square matrices by tiles in workgroup memory, four results per invocation: what is loaded of b serves all.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

override N: u32;
override TILE: u32;

var<workgroup> tile_a: array<f32, TILE * TILE * 4u>;
var<workgroup> tile_b: array<f32, TILE * TILE>;

@compute @workgroup_size(TILE, TILE)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
) {
  let column = group.x * TILE + local.x;
  let row = group.y * TILE * 4u + local.y;
  let place = local.y * TILE + local.x;
  var sums: array<f32, 4>;
  for (var step = 0u; step < N / TILE; step++) {
    for (var part = 0u; part < 4u; part++) {
      tile_a[part * TILE * TILE + place] = a[(row + part * TILE) * N + step * TILE + local.x];
    }
    tile_b[place] = b[(step * TILE + local.y) * N + column];
    workgroupBarrier();
    for (var k = 0u; k < TILE; k++) {
      let factor = tile_b[k * TILE + local.x];
      for (var part = 0u; part < 4u; part++) {
        sums[part] += tile_a[(part * TILE + local.y) * TILE + k] * factor;
      }
    }
    workgroupBarrier();
  }
  for (var part = 0u; part < 4u; part++) {
    c[(row + part * TILE) * N + column] = sums[part];
  }
}
