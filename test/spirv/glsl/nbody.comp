#version 450
// Gravity among bodies, tiles of them in shared memory.
layout(local_size_x = 128) in;
layout(set = 0, binding = 0) readonly buffer Bodies { vec4 bodies[]; };
layout(set = 0, binding = 1) writeonly buffer Forces { vec4 forces[]; };
layout(set = 0, binding = 2) uniform Parameters { uint count; float softening; };

shared vec4 tile[128];

vec3 pull(vec4 here, vec4 there) {
  vec3 d = there.xyz - here.xyz;
  float r2 = dot(d, d) + softening;
  float inverse = inversesqrt(r2);
  return d * (there.w * inverse * inverse * inverse);
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  vec4 here = bodies[i];
  vec3 force = vec3(0.0);
  for (uint first = 0u; first < count; first += 128u) {
    tile[gl_LocalInvocationID.x] = bodies[first + gl_LocalInvocationID.x];
    barrier();
    for (uint k = 0u; k < 128u; k++) {
      force += pull(here, tile[k]);
    }
    barrier();
  }
  forces[i] = vec4(force, here.w);
}
