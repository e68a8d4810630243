// Columns of a tile of workgroup memory: 32 lanes meet in one bank.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;

const SIZE = 1024u;
var<workgroup> tile: array<f32, 1024>;

@compute @workgroup_size(32, 8)
fn main(@builtin(local_invocation_id) lane: vec3<u32>, @builtin(workgroup_id) group: vec3<u32>) {
  let corner = 32u * group.xy;
  for (var row = lane.y; row < 32u; row += 8u) {
    tile[row * 32u + lane.x] = a[(corner.y + row) * SIZE + corner.x + lane.x];
  }
  workgroupBarrier();
  for (var row = lane.y; row < 32u; row += 8u) {
    b[(corner.x + row) * SIZE + corner.y + lane.x] = tile[lane.x * 32u + row];
  }
}
