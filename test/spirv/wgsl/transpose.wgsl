@group(0) @binding(0) var<storage, read> source: array<f32>;
@group(0) @binding(1) var<storage, read_write> goal: array<f32>;
@group(0) @binding(2) var<uniform> size: u32;

var<workgroup> tile: array<array<f32, 33>, 32>;

@compute @workgroup_size(32, 8)
fn main(@builtin(local_invocation_id) local: vec3<u32>, @builtin(workgroup_id) group: vec3<u32>) {
  let x = local.x;
  let y = local.y;
  let column = group.x * 32u;
  let row = group.y * 32u;
  for (var k = 0u; k < 4u; k++) {
    tile[y + k * 8u][x] = source[(row + y + k * 8u) * size + column + x];
  }
  workgroupBarrier();
  for (var k = 0u; k < 4u; k++) {
    goal[(column + y + k * 8u) * size + row + x] = tile[x][y + k * 8u];
  }
}
