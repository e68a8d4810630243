// Transposes a matrix: a workgroup moves TILES square tiles side by side through its memory, ROWS rows at a time.
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

override WIDTH: u32;
override HEIGHT: u32;
override TILE: u32;
override ROWS: u32;
override PAD: u32;
override TILES: u32;

var<workgroup> tile: array<f32, TILE * (TILE + PAD)>;

@compute @workgroup_size(TILE, ROWS)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  for (var t = 0u; t < TILES; t++) {
    let left = (group.x * TILES + t) * TILE;
    let top = group.y * TILE;
    for (var row = local.y; row < TILE; row += ROWS) {
      if (left + local.x < WIDTH && top + row < HEIGHT) {
        tile[row * (TILE + PAD) + local.x] = input[(top + row) * WIDTH + left + local.x];
      }
    }
    workgroupBarrier();
    for (var row = local.y; row < TILE; row += ROWS) {
      if (top + local.x < HEIGHT && left + row < WIDTH) {
        output[(left + row) * HEIGHT + top + local.x] = tile[local.x * (TILE + PAD) + row];
      }
    }
    workgroupBarrier();
  }
}
