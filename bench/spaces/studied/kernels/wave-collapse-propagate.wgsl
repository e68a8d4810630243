// A sweep of constraint propagation for wave function collapse on a square map with 64 tiles:
// a cell keeps those tiles that some tile of each neighbour can touch. Tiles fit where sockets are equal.
override SPAN: u32 = 4u;

struct Map {
  width: u32,
  height: u32,
}

struct Tally {
  changed: atomic<u32>,
  contradictions: atomic<u32>,
  decided: atomic<u32>,
}

@group(0) @binding(0) var<uniform> map: Map;
@group(0) @binding(1) var<storage, read> sockets: array<vec4u, 64>;    // right, up, left, down
@group(0) @binding(2) var<storage, read> biomeTiles: array<vec2u, 16>;
@group(0) @binding(3) var<storage, read> biome: array<u32>;
@group(0) @binding(4) var<storage, read> domains: array<vec2u>;
@group(0) @binding(5) var<storage, read_write> narrowed: array<vec2u>;
@group(0) @binding(6) var<storage, read_write> tally: Tally;

// what may lie to the right of, above, left of and below a tile
var<workgroup> partners: array<vec2u, 256>;
var<workgroup> changed: atomic<u32>;

fn domainOf(cell: u32) -> vec2u {
  return domains[cell] & biomeTiles[biome[cell]];
}

fn reachable(cell: u32, side: u32) -> vec2u {
  var result = vec2u(0u);
  let d = domainOf(cell);
  var bits = d.x;
  while (bits != 0u) {
    let t = countTrailingZeros(bits);
    bits &= bits - 1u;
    result |= partners[side * 64u + t];
    if (all(result == vec2u(0xffffffffu))) { return result; }
  }
  bits = d.y;
  while (bits != 0u) {
    let t = countTrailingZeros(bits) + 32u;
    bits &= bits - 1u;
    result |= partners[side * 64u + t];
    if (all(result == vec2u(0xffffffffu))) { return result; }
  }
  return result;
}

@compute @workgroup_size(64, 4)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let side = lane >> 6u;
  let socket = sockets[lane & 63u][side];
  var fits = vec2u(0u);
  for (var t = 0u; t < 32u; t++) {
    fits.x |= select(0u, 1u << t, sockets[t][side ^ 2u] == socket);
    fits.y |= select(0u, 1u << t, sockets[t + 32u][side ^ 2u] == socket);
  }
  partners[lane] = fits;
  if (lane == 0u) { atomicStore(&changed, 0u); }
  workgroupBarrier();

  let x = group.x * 64u + local.x;
  for (var step = 0u; step < SPAN; step++) {
    let y = (group.y * SPAN + step) * 4u + local.y;
    if (x < map.width && y < map.height) {
      let cell = y * map.width + x;
      let before = domainOf(cell);
      var after = before;
      if (x > 0u) { after &= reachable(cell - 1u, 0u); }
      if (y + 1u < map.height && any(after != vec2u(0u))) { after &= reachable(cell + map.width, 1u); }
      if (x + 1u < map.width && any(after != vec2u(0u))) { after &= reachable(cell + 1u, 2u); }
      if (y > 0u && any(after != vec2u(0u))) { after &= reachable(cell - map.width, 3u); }
      narrowed[cell] = after;
      if (any(after != before)) { atomicAdd(&changed, 1u); }
      let left = countOneBits(after.x) + countOneBits(after.y);
      if (left == 0u) { atomicAdd(&tally.contradictions, 1u); }
      if (left == 1u) { atomicAdd(&tally.decided, 1u); }
    }
  }
  workgroupBarrier();
  if (lane == 0u) { atomicAdd(&tally.changed, atomicLoad(&changed)); }
}
