// Strategy game: the rectangle that holds all living units of each team, and how many there are. Places are in
// fixed point.
struct Unit { x: u32, y: u32, team: u32, health: u32 }
struct Bounds {
  left: atomic<u32>,
  top: atomic<u32>,
  right: atomic<u32>,
  bottom: atomic<u32>,
  alive: atomic<u32>,
}

const TEAMS = 8u;

@group(0) @binding(0) var<storage, read> units: array<Unit>;
@group(0) @binding(1) var<storage, read_write> bounds: array<Bounds, TEAMS>; // left and top start at the largest u32

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&units)) {
    return;
  }
  let unit = units[id.x];
  if ((unit.health & 15u) == 0u) {
    return;
  }
  let team = unit.team % TEAMS;
  let x = unit.x & 0xfffffu;
  let y = unit.y & 0xfffffu;
  atomicMin(&bounds[team].left, x);
  atomicMin(&bounds[team].top, y);
  atomicMax(&bounds[team].right, x);
  atomicMax(&bounds[team].bottom, y);
  atomicAdd(&bounds[team].alive, 1u);
}
