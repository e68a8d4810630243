// Transposes through a tile of workgroup memory: both global accesses run along rows. PAD = 0 leaves the
// column reads of the tile in one bank; PAD = 1 spreads them over all banks.
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

override N: u32 = 1024;
override PAD: u32 = 0;
const TILE = 32u;
const ROWS = 8u;

var<workgroup> tile: array<f32, TILE * (TILE + PAD)>;

@compute @workgroup_size(TILE, ROWS)
fn transpose(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
) {
  let x = group.x * TILE + local.x;
  let y = group.y * TILE + local.y;
  for (var row = 0u; row < TILE; row += ROWS) {
    tile[(local.y + row) * (TILE + PAD) + local.x] = input[(y + row) * N + x];
  }
  workgroupBarrier();
  let outX = group.y * TILE + local.x;
  let outY = group.x * TILE + local.y;
  for (var row = 0u; row < TILE; row += ROWS) {
    output[(outY + row) * N + outX] = tile[local.x * (TILE + PAD) + local.y + row];
  }
}
