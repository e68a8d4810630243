// Kinetic energy of particles: the fields of one lie side by side, so neighbouring invocations are 32 bytes apart.
struct Particle { x: f32, y: f32, z: f32, mass: f32, vx: f32, vy: f32, vz: f32, charge: f32 }

@group(0) @binding(0) var<storage, read> particles: array<Particle>;
@group(0) @binding(1) var<storage, read_write> energies: array<f32>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  if (i >= arrayLength(&energies)) {
    return;
  }
  let vx = particles[i].vx;
  let vy = particles[i].vy;
  let vz = particles[i].vz;
  energies[i] = 0.5 * particles[i].mass * (vx * vx + vy * vy + vz * vz);
}
