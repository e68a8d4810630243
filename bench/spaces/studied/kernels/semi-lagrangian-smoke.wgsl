// Advects smoke and temperature through a velocity field on a 3-D grid: traces each cell back by the midpoint rule and
// samples trilinearly where it came from (semi-Lagrangian).
struct Sim {
  size: vec3u,
  dt: f32,          // in cells per unit of velocity
  dissipation: f32,
}

@group(0) @binding(0) var<uniform> sim: Sim;
@group(0) @binding(1) var<storage, read> velocity: array<vec4f>;
@group(0) @binding(2) var<storage, read> smoke: array<vec2f>; // density, temperature
@group(0) @binding(3) var<storage, read_write> advected: array<vec2f>;

fn cell(p: vec3u) -> u32 {
  return (p.z * sim.size.y + p.y) * sim.size.x + p.x;
}

fn velocityAt(p: vec3f) -> vec3f {
  let limit = vec3f(sim.size - 1u);
  let q = clamp(p, vec3f(0.0), limit);
  let low = vec3u(q);
  let high = min(low + 1u, sim.size - 1u);
  let f = q - vec3f(low);
  let c00 = mix(velocity[cell(low)].xyz, velocity[cell(vec3u(high.x, low.y, low.z))].xyz, f.x);
  let c10 = mix(velocity[cell(vec3u(low.x, high.y, low.z))].xyz, velocity[cell(vec3u(high.xy, low.z))].xyz, f.x);
  let c01 = mix(velocity[cell(vec3u(low.xy, high.z))].xyz, velocity[cell(vec3u(high.x, low.y, high.z))].xyz, f.x);
  let c11 = mix(velocity[cell(vec3u(low.x, high.yz))].xyz, velocity[cell(high)].xyz, f.x);
  return mix(mix(c00, c10, f.y), mix(c01, c11, f.y), f.z);
}

fn smokeAt(p: vec3f) -> vec2f {
  let limit = vec3f(sim.size - 1u);
  let q = clamp(p, vec3f(0.0), limit);
  let low = vec3u(q);
  let high = min(low + 1u, sim.size - 1u);
  let f = q - vec3f(low);
  let c00 = mix(smoke[cell(low)], smoke[cell(vec3u(high.x, low.y, low.z))], f.x);
  let c10 = mix(smoke[cell(vec3u(low.x, high.y, low.z))], smoke[cell(vec3u(high.xy, low.z))], f.x);
  let c01 = mix(smoke[cell(vec3u(low.xy, high.z))], smoke[cell(vec3u(high.x, low.y, high.z))], f.x);
  let c11 = mix(smoke[cell(vec3u(low.x, high.yz))], smoke[cell(high)], f.x);
  return mix(mix(c00, c10, f.y), mix(c01, c11, f.y), f.z);
}

@compute @workgroup_size(8, 4, 4)
fn advect(@builtin(global_invocation_id) id: vec3u) {
  if (any(id >= sim.size)) {
    return;
  }
  let here = vec3f(id);
  let midpoint = here - 0.5 * sim.dt * velocity[cell(id)].xyz;
  let origin = here - sim.dt * velocityAt(midpoint);
  advected[cell(id)] = smokeAt(origin) * exp(-sim.dissipation * sim.dt);
}
