// Pathfinder: the cheapest way through a grid, STEPS rows per dispatch. Each workgroup loads a strip of costs so
// far; every row makes the valid part smaller by one cell at each side.
struct Grid { columns: i32, firstRow: i32 }

@group(0) @binding(0) var<storage, read> wall: array<u32>;
@group(0) @binding(1) var<storage, read> before: array<u32>;
@group(0) @binding(2) var<storage, read_write> after: array<u32>;
@group(0) @binding(3) var<uniform> grid: Grid;

override STEPS: i32;
const SIZE = 256;
const FAR = 0x7fffffffu;
var<workgroup> costs: array<u32, SIZE>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) index: u32) {
  let lane = i32(index);
  let column = i32(group.x) * (SIZE - 2 * STEPS) - STEPS + lane;
  let isOnGrid = column >= 0 && column < grid.columns;
  var cost = FAR;
  if (isOnGrid) {
    cost = before[column];
  }
  costs[lane] = cost;
  for (var step = 0; step < STEPS; step++) {
    workgroupBarrier();
    let cheapest = min(costs[lane], min(costs[max(lane - 1, 0)], costs[min(lane + 1, SIZE - 1)]));
    workgroupBarrier();
    if (isOnGrid) {
      costs[lane] = cheapest + wall[(grid.firstRow + step) * grid.columns + column];
    }
  }
  if (isOnGrid && lane >= STEPS && lane < SIZE - STEPS) {
    after[column] = costs[lane];
  }
}
