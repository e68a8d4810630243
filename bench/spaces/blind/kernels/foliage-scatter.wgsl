// Places plants over a terrain: each cell of a grid has one jittered candidate with a species, a radius and a
// priority, all out of a hash of the cell. Candidates die in water, on slopes, where the species' density noise says
// so, and where a living candidate nearby with a higher priority needs the room. Survivors are packed into two words.
struct World {
  cells: u32,
  seed: u32,
  cellSize: f32,
  waterLevel: f32,
  treeLine: f32,
  maxSlope: f32,
}

@group(0) @binding(0) var<uniform> world: World;
@group(0) @binding(1) var<storage, read> heights: array<f32>;
@group(0) @binding(2) var<storage, read_write> plants: array<vec2u>;

fn pcg3d(start: vec3u) -> vec3u {
  var p = start * 1664525u + 1013904223u;
  p.x += p.y * p.z;
  p.y += p.z * p.x;
  p.z += p.x * p.y;
  p ^= p >> vec3u(16u);
  p.x += p.y * p.z;
  p.y += p.z * p.x;
  p.z += p.x * p.y;
  return p;
}

fn lattice(p: vec2i, salt: u32) -> f32 {
  return f32(pcg3d(vec3u(bitcast<vec2u>(p), salt)).x >> 8u) / 16777216.0;
}

fn valueNoise(p: vec2f, salt: u32) -> f32 {
  let whole = floor(p);
  let t = p - whole;
  let s = t * t * (3.0 - 2.0 * t);
  let i = vec2i(whole);
  let bottom = mix(lattice(i, salt), lattice(i + vec2i(1, 0), salt), s.x);
  let top = mix(lattice(i + vec2i(0, 1), salt), lattice(i + vec2i(1, 1), salt), s.x);
  return mix(bottom, top, s.y);
}

struct Candidate {
  at: vec2f,
  radius: f32,
  species: u32,
  priority: u32,
}

fn candidate(cell: vec2i) -> Candidate {
  let h = pcg3d(vec3u(bitcast<vec2u>(cell), world.seed));
  var c: Candidate;
  c.at = (vec2f(cell) + vec2f(f32(h.x & 0xffffu), f32(h.x >> 16u)) / 65536.0) * world.cellSize;
  let draw = h.y & 0xffu;
  if (draw < 24u) {            // tree
    c.species = 0u;
    c.radius = 1.6 * world.cellSize;
  } else if (draw < 90u) {     // shrub
    c.species = 1u;
    c.radius = 0.9 * world.cellSize;
  } else {                     // grass
    c.species = 2u;
    c.radius = 0.35 * world.cellSize;
  }
  // Trees before shrubs before grass, then by chance.
  c.priority = ((2u - c.species) << 30u) | (h.z >> 2u);
  return c;
}

@compute @workgroup_size(8, 8)
fn scatter(@builtin(global_invocation_id) id: vec3u) {
  if (any(id.xy >= vec2u(world.cells))) {
    return;
  }
  let slot = id.y * world.cells + id.x;
  plants[slot] = vec2u(0u);
  let cell = vec2i(id.xy);
  let me = candidate(cell);

  let last = world.cells - 1u;
  let height = heights[slot];
  if (height < world.waterLevel || (me.species == 0u && height > world.treeLine)) {
    return;
  }
  let dx = heights[id.y * world.cells + min(id.x + 1u, last)] - height;
  let dy = heights[min(id.y + 1u, last) * world.cells + id.x] - height;
  if (length(vec2f(dx, dy)) > world.maxSlope * world.cellSize) {
    return;
  }

  var density = 0.0;
  var amplitude = 0.5;
  var frequency = 1.0 / (24.0 * world.cellSize);
  for (var octave = 0u; octave < 4u; octave++) {
    density += amplitude * valueNoise(me.at * frequency, world.seed + 17u * me.species + octave);
    amplitude *= 0.5;
    frequency *= 2.07;
  }
  if (density < 0.35 + 0.05 * f32(2u - me.species)) {
    return;
  }

  for (var oy = -2; oy <= 2; oy++) {
    for (var ox = -2; ox <= 2; ox++) {
      if (ox == 0 && oy == 0) {
        continue;
      }
      let other = candidate(cell + vec2i(ox, oy));
      if (other.priority <= me.priority) {
        continue;
      }
      let apart = other.at - me.at;
      let room = max(me.radius, other.radius);
      if (dot(apart, apart) < room * room) {
        return;
      }
    }
  }

  let look = pcg3d(vec3u(id.xy, world.seed ^ 0xa511e9b3u));
  let inCell = fract(me.at / world.cellSize);
  let yaw = look.x >> 22u;
  let scale = look.y >> 24u;
  plants[slot] = vec2u(pack2x16unorm(inCell), 0x80000000u | (me.species << 20u) | (yaw << 8u) | scale);
}
