#version 450
// Structs in storage (std430): a vector of three followed by a scalar, arrays in structs, nested structs.
layout(local_size_x = 64) in;
struct Motion { vec3 velocity; float drag; };
struct Particle { vec3 position; uint kind; Motion motion; float history[4]; };
layout(std430, set = 0, binding = 0) buffer Particles { uint frame; Particle particles[]; };
layout(std140, set = 0, binding = 1) uniform Parameters { vec3 gravity; float dt; uint count; };

Particle advance(Particle p) {
  p.motion.velocity = (p.motion.velocity + gravity * dt) * (1.0 - p.motion.drag * dt);
  p.position += p.motion.velocity * dt;
  return p;
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= count) return;
  Particle p = advance(particles[i]);
  if (p.position.y < 0.0) {
    p.position.y = -p.position.y;
    p.motion.velocity.y = -0.5 * p.motion.velocity.y;
    p.kind += frame;
  }
  for (int k = 3; k > 0; k--) p.history[k] = p.history[k - 1];
  p.history[0] = length(p.motion.velocity);
  particles[i] = p;
}
