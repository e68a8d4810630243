// Particles move on: one structure of six numbers for each.
struct Particle { x: f32, y: f32, z: f32, vx: f32, vy: f32, vz: f32 }

@group(0) @binding(0) var<storage, read_write> particles: array<Particle>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  particles[id.x].x += 0.01 * particles[id.x].vx;
  particles[id.x].y += 0.01 * particles[id.x].vy;
  particles[id.x].z += 0.01 * particles[id.x].vz;
}
