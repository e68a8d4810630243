// Which of its possible targets each unit can see: a walk along the line between the two (Bresenham), cell by cell
// of the map, until the target or a wall. Targets out of range need no walk.
struct Map { width: i32, height: i32, units: u32, targets: u32, range: i32 }

@group(0) @binding(0) var<storage, read> terrain: array<u32>; // 0 is a wall
@group(0) @binding(1) var<storage, read> places: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> targets: array<u32>; // those of a unit stand together
@group(0) @binding(3) var<storage, read_write> visible: array<u32>;
@group(0) @binding(4) var<uniform> map: Map;

fn isClear(start: vec2<i32>, end: vec2<i32>) -> bool {
  let size = abs(end - start);
  let direction = sign(end - start);
  var cell = start;
  var error = size.x - size.y;
  while (any(cell != end)) {
    let twice = 2 * error;
    if (twice > -size.y) {
      error -= size.y;
      cell.x += direction.x;
    }
    if (twice < size.x) {
      error += size.x;
      cell.y += direction.y;
    }
    if (terrain[cell.y * map.width + cell.x] == 0u) {
      return false;
    }
  }
  return true;
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let unit = id.x;
  if (unit >= map.units) {
    return;
  }
  let here = vec2<i32>(places[unit]);
  var seen = 0u;
  for (var i = 0u; i < map.targets; i++) {
    let there = vec2<i32>(places[targets[unit * map.targets + i]]);
    let apart = there - here;
    if (dot(apart, apart) <= map.range * map.range && isClear(here, there)) {
      seen++;
    }
  }
  visible[unit] = seen;
}
