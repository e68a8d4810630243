// One step of thermal erosion on a height map: slopes steeper than the talus angle
// shed material to their lower neighbours, in proportion to how much too steep each is.
// A tile with a border of two cells lies in workgroup memory.

override TILE_W: u32 = 32;
override TILE_H: u32 = 8;

const DIAGONAL = 1.41421356;

struct Terrain {
  width: u32,
  height: u32,
  talus: f32,     // height difference per cell
  rate: f32,
}

@group(0) @binding(0) var<uniform> terrain: Terrain;
@group(0) @binding(1) var<storage, read> before: array<f32>;
@group(0) @binding(2) var<storage, read> hardness: array<f32>;
@group(0) @binding(3) var<storage, read_write> after: array<f32>;

var<workgroup> ground: array<f32, (TILE_W + 4) * (TILE_H + 4)>;
var<workgroup> shedPerExcess: array<f32, (TILE_W + 2) * (TILE_H + 2)>;

fn groundAt(x: i32, y: i32) -> f32 {
  return ground[u32(y) * (TILE_W + 4u) + u32(x)];
}

fn excess(high: f32, low: f32, dx: i32, dy: i32) -> f32 {
  let reach = select(1.0, DIAGONAL, dx != 0 && dy != 0);
  return max(high - low - terrain.talus * reach, 0.0);
}

@compute @workgroup_size(TILE_W, TILE_H)
fn main(
  @builtin(workgroup_id) wg: vec3u,
  @builtin(local_invocation_id) local: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let corner = vec2i(wg.xy * vec2u(TILE_W, TILE_H));
  let last = vec2i(vec2u(terrain.width, terrain.height)) - 1;

  let outerW = TILE_W + 4u;
  for (var i = lane; i < outerW * (TILE_H + 4u); i += TILE_W * TILE_H) {
    let p = clamp(corner + vec2i(vec2u(i % outerW, i / outerW)) - 2, vec2i(0), last);
    ground[i] = before[u32(p.y) * terrain.width + u32(p.x)];
  }
  workgroupBarrier();

  // What a cell of the tile or beside it sheds for each metre of excess.
  let innerW = TILE_W + 2u;
  for (var i = lane; i < innerW * (TILE_H + 2u); i += TILE_W * TILE_H) {
    let x = i32(i % innerW) + 1;
    let y = i32(i / innerW) + 1;
    let own = groundAt(x, y);
    var sum = 0.0;
    var largest = 0.0;
    for (var dy = -1; dy <= 1; dy++) {
      for (var dx = -1; dx <= 1; dx++) {
        let e = excess(own, groundAt(x + dx, y + dy), dx, dy);
        sum += e;
        largest = max(largest, e);
      }
    }
    let p = clamp(corner + vec2i(x, y) - 2, vec2i(0), last);
    let soft = 1.0 - hardness[u32(p.y) * terrain.width + u32(p.x)];
    shedPerExcess[i] = select(0.0, terrain.rate * soft * 0.5 * largest / sum, sum > 0.0);
  }
  workgroupBarrier();

  let cell = wg.xy * vec2u(TILE_W, TILE_H) + local.xy;
  if (cell.x >= terrain.width || cell.y >= terrain.height) {
    return;
  }

  let x = i32(local.x) + 2;
  let y = i32(local.y) + 2;
  let own = groundAt(x, y);
  let ownShed = shedPerExcess[(local.y + 1u) * innerW + local.x + 1u];
  var change = 0.0;
  for (var dy = -1; dy <= 1; dy++) {
    for (var dx = -1; dx <= 1; dx++) {
      let other = groundAt(x + dx, y + dy);
      let otherShed = shedPerExcess[u32(y + dy - 1) * innerW + u32(x + dx - 1)];
      change += otherShed * excess(other, own, dx, dy) - ownShed * excess(own, other, dx, dy);
    }
  }
  after[cell.y * terrain.width + cell.x] = own + change;
}
