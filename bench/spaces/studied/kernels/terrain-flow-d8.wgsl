// D8 flow directions of an elevation raster: every cell drains to the steepest of its eight neighbours.
// Codes are those of ESRI: 1 E, 2 SE, 4 S, 8 SW, 16 W, 32 NW, 64 N, 128 NE; 0 for pits and nodata.
override CELL: f32 = 30.0;
const TX = 32u;
const TY = 8u;
const PITCH = TX + 2u;
const NODATA = -9999.0;

struct Grid { width: u32, height: u32 }

@group(0) @binding(0) var<storage, read> elevation: array<f32>;
@group(0) @binding(1) var<storage, read_write> direction: array<u32>;
@group(0) @binding(2) var<storage, read_write> slope: array<f32>;
@group(0) @binding(3) var<uniform> grid: Grid;

var<workgroup> tile: array<f32, 340>;   // 34 x 10

fn fetch(x: i32, y: i32) -> f32 {
  if (x < 0 || y < 0 || x >= i32(grid.width) || y >= i32(grid.height)) {
    return NODATA;
  }
  return elevation[u32(y) * grid.width + u32(x)];
}

@compute @workgroup_size(TX, TY)
fn flow(@builtin(global_invocation_id) gid: vec3u, @builtin(local_invocation_id) lid: vec3u,
        @builtin(workgroup_id) wid: vec3u, @builtin(local_invocation_index) lane: u32) {
  let x0 = i32(wid.x * TX) - 1;
  let y0 = i32(wid.y * TY) - 1;
  for (var i = lane; i < PITCH * (TY + 2u); i += TX * TY) {
    tile[i] = fetch(x0 + i32(i % PITCH), y0 + i32(i / PITCH));
  }
  workgroupBarrier();
  if (gid.x >= grid.width || gid.y >= grid.height) { return; }

  let at = (lid.y + 1u) * PITCH + lid.x + 1u;
  let z = tile[at];
  var code = 0u;
  var best = 0.0;
  if (z > NODATA) {
    var bit = 1u;
    // E, SE, S, SW, W, NW, N, NE
    var dx = array<i32, 8>(1, 1, 0, -1, -1, -1, 0, 1);
    var dy = array<i32, 8>(0, 1, 1, 1, 0, -1, -1, -1);
    for (var k = 0; k < 8; k++) {
      let n = tile[u32(i32(at) + dy[k] * i32(PITCH) + dx[k])];
      if (n > NODATA) {
        var run = CELL;
        if (dx[k] != 0 && dy[k] != 0) { run = CELL * 1.41421356; }
        let drop = (z - n) / run;
        if (drop > best) {
          best = drop;
          code = bit;
        }
      }
      bit = bit << 1u;
    }
  }
  let cell = gid.y * grid.width + gid.x;
  direction[cell] = code;
  slope[cell] = best;
}
