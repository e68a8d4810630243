// Particles over a periodic grid: each puts its mass into its cell, the cells relax to a potential, and the particles
// follow its slope. Masses are integers, so that their sum is the same in any order.

override SIDE: u32;

struct Particle { place: vec2f, velocity: vec2f }

const STEP = 0.05;
const PULL = 0.001;

@group(0) @binding(0) var<storage, read_write> particles: array<Particle>;
@group(0) @binding(1) var<storage, read_write> mass: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read> masses: array<u32>;
@group(0) @binding(3) var<storage, read> before: array<f32>;
@group(0) @binding(4) var<storage, read_write> after: array<f32>;

fn cellOf(place: vec2f) -> vec2u {
  return min(vec2u(place * f32(SIDE)), vec2u(SIDE - 1u));
}

@compute @workgroup_size(256)
fn deposit(@builtin(global_invocation_id) id: vec3u) {
  let cell = cellOf(particles[id.x].place);
  atomicAdd(&mass[cell.y * SIDE + cell.x], 1u);
}

@compute @workgroup_size(16, 16)
fn relax(@builtin(global_invocation_id) id: vec3u) {
  let left = (id.x + SIDE - 1u) % SIDE;
  let right = (id.x + 1u) % SIDE;
  let up = (id.y + SIDE - 1u) % SIDE;
  let down = (id.y + 1u) % SIDE;
  let around = before[id.y * SIDE + left] + before[id.y * SIDE + right]
    + before[up * SIDE + id.x] + before[down * SIDE + id.x];
  let at = id.y * SIDE + id.x;
  after[at] = 0.249 * around - f32(masses[at]);
}

@compute @workgroup_size(256)
fn follow(@builtin(global_invocation_id) id: vec3u) {
  var particle = particles[id.x];
  let cell = cellOf(particle.place);
  let x = before[cell.y * SIDE + (cell.x + 1u) % SIDE] - before[cell.y * SIDE + (cell.x + SIDE - 1u) % SIDE];
  let y = before[((cell.y + 1u) % SIDE) * SIDE + cell.x] - before[((cell.y + SIDE - 1u) % SIDE) * SIDE + cell.x];
  particle.velocity -= PULL * vec2f(x, y);
  particle.place = fract(particle.place + STEP / f32(SIDE) * particle.velocity);
  particles[id.x] = particle;
}
