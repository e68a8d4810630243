struct Motion { velocity: vec3<f32>, drag: f32 }
struct Particle { position: vec3<f32>, kind: u32, motion: Motion, history: array<f32, 4> }
struct Particles { frame: u32, particles: array<Particle> }
struct Parameters { gravity: vec3<f32>, dt: f32, count: u32 }
@group(0) @binding(0) var<storage, read_write> data: Particles;
@group(0) @binding(1) var<uniform> parameters: Parameters;

fn advance(given: Particle) -> Particle {
  var p = given;
  p.motion.velocity = (p.motion.velocity + parameters.gravity * parameters.dt) * (1.0 - p.motion.drag * parameters.dt);
  p.position += p.motion.velocity * parameters.dt;
  return p;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  if (i >= parameters.count) { return; }
  var p = advance(data.particles[i]);
  if (p.position.y < 0.0) {
    p.position.y = -p.position.y;
    p.motion.velocity.y = -0.5 * p.motion.velocity.y;
    p.kind += data.frame;
  }
  for (var k = 3; k > 0; k--) { p.history[k] = p.history[k - 1]; }
  p.history[0] = length(p.motion.velocity);
  data.particles[i] = p;
}
