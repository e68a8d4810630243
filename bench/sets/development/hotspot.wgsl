// Hotspot: two time steps of heat on a chip per dispatch. A workgroup reads a tile, the second step is valid in
// a tile smaller by one cell at each side. Cells outside the chip repeat the border.
struct Chip { width: i32, height: i32, capacity: f32, xLoss: f32, yLoss: f32, zLoss: f32, ambient: f32 }

@group(0) @binding(0) var<storage, read> power: array<f32>;
@group(0) @binding(1) var<storage, read> before: array<f32>;
@group(0) @binding(2) var<storage, read_write> after: array<f32>;
@group(0) @binding(3) var<uniform> chip: Chip;

const TILE = 16;
const STEPS = 2;
const INNER = TILE - 2 * STEPS;
var<workgroup> heat: array<array<f32, TILE>, TILE>;

@compute @workgroup_size(TILE, TILE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let at = vec2<i32>(local.xy);
  let origin = vec2<i32>(group.xy) * INNER - STEPS;
  let last = vec2<i32>(chip.width, chip.height) - 1;
  let place = origin + at;
  let inside = clamp(place, vec2<i32>(0), last);
  let i = inside.y * chip.width + inside.x;
  heat[at.y][at.x] = before[i];
  let watts = power[i];

  // The neighbours' positions in the tile, kept on the chip.
  let low = max(at - 1, -origin);
  let high = min(at + 1, last - origin);
  let isOnChip = all(place >= vec2<i32>(0)) && all(place <= last);
  for (var time = 1; time <= STEPS; time++) {
    workgroupBarrier();
    let isValid = isOnChip && all(at >= vec2<i32>(time)) && all(at < vec2<i32>(TILE - time));
    var next = 0.0;
    if (isValid) {
      let here = heat[at.y][at.x];
      next = here + chip.capacity * (watts
        + (heat[high.y][at.x] + heat[low.y][at.x] - 2.0 * here) * chip.yLoss
        + (heat[at.y][high.x] + heat[at.y][low.x] - 2.0 * here) * chip.xLoss
        + (chip.ambient - here) * chip.zLoss);
    }
    workgroupBarrier();
    if (isValid) {
      heat[at.y][at.x] = next;
    }
  }
  if (isOnChip && all(at >= vec2<i32>(STEPS)) && all(at < vec2<i32>(TILE - STEPS))) {
    after[i] = heat[at.y][at.x];
  }
}
