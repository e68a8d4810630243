// One step of the FHP lattice gas on a hexagonal grid (odd rows are shifted right), periodic at its edges.
// Bits 0 to 5 of a site are particles that move E, NE, NW, W, SW, SE; bit 7 is a wall.

struct Lattice {
  width: u32,
  height: u32,
  time: u32,
}

@group(0) @binding(0) var<uniform> lattice: Lattice;
@group(0) @binding(1) var<storage, read> collide: array<u32, 512>;
@group(0) @binding(2) var<storage, read> before: array<u32>;
@group(0) @binding(3) var<storage, read_write> after: array<u32>;

@compute @workgroup_size(32, 2)
fn step(@builtin(global_invocation_id) id: vec3u) {
  let w = lattice.width;
  let h = lattice.height;
  if (id.x >= w || id.y >= h) {
    return;
  }
  let left = select(id.x - 1u, w - 1u, id.x == 0u);
  let right = select(id.x + 1u, 0u, id.x == w - 1u);
  let up = select(id.y - 1u, h - 1u, id.y == 0u) * w;
  let down = select(id.y + 1u, 0u, id.y == h - 1u) * w;
  let here = id.y * w;
  let odd = (id.y & 1u) == 1u;
  let slant_left = select(left, id.x, odd);
  let slant_right = select(id.x, right, odd);

  var site = before[here + id.x] & 128u;
  site |= before[here + left] & 1u;
  site |= before[down + slant_left] & 2u;
  site |= before[down + slant_right] & 4u;
  site |= before[here + right] & 8u;
  site |= before[up + slant_right] & 16u;
  site |= before[up + slant_left] & 32u;

  let turn = (id.x ^ (id.y * 3u) ^ lattice.time) & 1u;
  after[here + id.x] = collide[turn * 256u + site];
}
