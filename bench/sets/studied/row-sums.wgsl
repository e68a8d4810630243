// Sums along the rows of a tile in workgroup memory, a row per invocation. PAD = 1 keeps a column of the tile out of
// a single bank.
@group(0) @binding(0) var<storage, read> matrix: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;

override PAD: u32;
const SIDE = 64u;

var<workgroup> tile: array<f32, (SIDE + PAD) * 32u>;

@compute @workgroup_size(SIDE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  for (var row = 0u; row < 32u; row++) {
    tile[row * (SIDE + PAD) + lane] = matrix[(group.x * 32u + row) * SIDE + lane];
  }
  workgroupBarrier();
  let first = (lane & 31u) * (SIDE + PAD) + (lane >> 5u) * 32u;
  var sum = 0.0;
  for (var k = 0u; k < 32u; k++) {
    sum += tile[first + k];
  }
  sums[group.x * SIDE + lane] = sum;
}
