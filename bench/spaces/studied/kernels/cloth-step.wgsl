// One explicit step of mass-spring cloths for a game: structural, shear and bend springs to twelve neighbours,
// gravity, wind against the normal and damping. Particles hold their displacement from the flat cloth; the top row is pinned.
struct Particle {
  offset: vec3<f32>,
  mass: f32,
  velocity: vec3<f32>,
  wear: f32,
}

struct World {
  columns: u32,
  rows: u32,
  step: f32,
  damping: f32,
  wind: vec3<f32>,
  stiffness: f32,
}

const GRAVITY = vec3<f32>(0.0, -9.81, 0.0);

@group(0) @binding(0) var<uniform> world: World;
@group(0) @binding(1) var<storage, read> before: array<Particle>;
@group(0) @binding(2) var<storage, read_write> after: array<Particle>;

fn place(x: i32, y: i32, offset: vec3<f32>) -> vec3<f32> {
  return vec3<f32>(f32(x), -f32(y), 0.0) + offset;
}

fn spring(at: vec3<f32>, cloth: u32, x: i32, y: i32, rest: f32, strength: f32) -> vec3<f32> {
  if (x < 0 || y < 0 || x >= i32(world.columns) || y >= i32(world.rows)) {
    return vec3<f32>();
  }
  let other = place(x, y, before[cloth + u32(y) * world.columns + u32(x)].offset);
  let along = other - at;
  let stretch = length(along);
  return along * (strength * (stretch - rest) / max(stretch, 1e-5));
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= world.columns || id.y >= world.rows) {
    return;
  }
  let cloth = id.z * world.columns * world.rows;
  let index = cloth + id.y * world.columns + id.x;
  var particle = before[index];
  if (id.y == 0u) {
    after[index] = particle;
    return;
  }

  let x = i32(id.x);
  let y = i32(id.y);
  let at = place(x, y, particle.offset);
  let k = world.stiffness * particle.wear;

  var force = GRAVITY * particle.mass;
  // structural
  force += spring(at, cloth, x - 1, y, 1.0, k);
  force += spring(at, cloth, x + 1, y, 1.0, k);
  force += spring(at, cloth, x, y - 1, 1.0, k);
  force += spring(at, cloth, x, y + 1, 1.0, k);
  // shear
  force += spring(at, cloth, x - 1, y - 1, sqrt(2.0), 0.5 * k);
  force += spring(at, cloth, x + 1, y - 1, sqrt(2.0), 0.5 * k);
  force += spring(at, cloth, x - 1, y + 1, sqrt(2.0), 0.5 * k);
  force += spring(at, cloth, x + 1, y + 1, sqrt(2.0), 0.5 * k);
  // bend
  force += spring(at, cloth, x - 2, y, 2.0, 0.25 * k);
  force += spring(at, cloth, x + 2, y, 2.0, 0.25 * k);
  force += spring(at, cloth, x, y - 2, 2.0, 0.25 * k);
  force += spring(at, cloth, x, y + 2, 2.0, 0.25 * k);

  force += 0.1 * (world.wind - particle.velocity);
  force -= world.damping * particle.velocity;

  particle.velocity += force / particle.mass * world.step;
  particle.offset += particle.velocity * world.step;
  after[index] = particle;
}
