// Heat on a chip, STEPS time steps per dispatch: a workgroup reads a tile of SIZE_X by SIZE_Y * PER cells, of
// which each step leaves one cell less at every side valid. KEEP holds the power of a cell in registers.
@group(0) @binding(0) var<storage, read> power: array<f32>;
@group(0) @binding(1) var<storage, read> before: array<f32>;
@group(0) @binding(2) var<storage, read_write> after: array<f32>;

override WIDTH: i32;
override HEIGHT: i32;
override SIZE_X: i32;
override SIZE_Y: i32;
override PER: i32;
override KEEP: bool;
const STEPS = 3;
const MOST = 4;

var<workgroup> heat: array<f32, SIZE_X * SIZE_Y * PER>;

@compute @workgroup_size(SIZE_X, SIZE_Y)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let rows = SIZE_Y * PER;
  let origin = vec2<i32>(group.xy) * (vec2<i32>(SIZE_X, rows) - 2 * STEPS) - STEPS;
  let last = vec2<i32>(WIDTH, HEIGHT) - 1;
  let x = i32(local.x);
  let column = clamp(origin.x + x, 0, last.x);
  var watts: array<f32, MOST>;
  for (var p = 0; p < PER; p++) {
    let y = p * SIZE_Y + i32(local.y);
    let cell = clamp(origin.y + y, 0, last.y) * WIDTH + column;
    heat[y * SIZE_X + x] = before[cell];
    if (KEEP) {
      watts[p] = power[cell];
    }
  }
  let left = max(x - 1, -origin.x);
  let right = min(x + 1, last.x - origin.x);
  let isInColumn = origin.x + x >= 0 && origin.x + x <= last.x;
  for (var time = 1; time <= STEPS; time++) {
    workgroupBarrier();
    let isInTile = isInColumn && x >= time && x < SIZE_X - time;
    var next: array<f32, MOST>;
    for (var p = 0; p < PER; p++) {
      let y = p * SIZE_Y + i32(local.y);
      let row = origin.y + y;
      if (isInTile && y >= time && y < rows - time && row >= 0 && row <= last.y) {
        let above = max(y - 1, -origin.y);
        let below = min(y + 1, last.y - origin.y);
        let here = heat[y * SIZE_X + x];
        var own: f32;
        if (KEEP) {
          own = watts[p];
        } else {
          own = power[row * WIDTH + column];
        }
        next[p] = here + 0.05 * (own
          + (heat[below * SIZE_X + x] + heat[above * SIZE_X + x] - 2.0 * here) * 0.1
          + (heat[y * SIZE_X + right] + heat[y * SIZE_X + left] - 2.0 * here) * 0.1
          + (80.0 - here) * 0.01);
      }
    }
    workgroupBarrier();
    for (var p = 0; p < PER; p++) {
      let y = p * SIZE_Y + i32(local.y);
      let row = origin.y + y;
      if (isInTile && y >= time && y < rows - time && row >= 0 && row <= last.y) {
        heat[y * SIZE_X + x] = next[p];
      }
    }
  }
  for (var p = 0; p < PER; p++) {
    let y = p * SIZE_Y + i32(local.y);
    let row = origin.y + y;
    if (isInColumn && x >= STEPS && x < SIZE_X - STEPS && y >= STEPS && y < rows - STEPS && row <= last.y) {
      after[row * WIDTH + column] = heat[y * SIZE_X + x];
    }
  }
}
