// All pairs of stars: acceleration and potential by direct summation, bodies in tiles of workgroup memory, and a kick
// and drift of the leapfrog.
struct Simulation {
  bodies: u32,
  softening2: f32,
  dt: f32,
}

@group(0) @binding(0) var<uniform> sim: Simulation;
@group(0) @binding(1) var<storage, read> bodies: array<vec4f>;   // w: mass
@group(0) @binding(2) var<storage, read_write> velocities: array<vec4f>;   // w: potential
@group(0) @binding(3) var<storage, read_write> moved: array<vec4f>;

const TILE = 128u;
var<workgroup> tile: array<vec4f, TILE>;

@compute @workgroup_size(TILE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let present = id.x < sim.bodies;
  var me = vec4f(0.0);
  if (present) {
    me = bodies[id.x];
  }
  var acceleration = vec3f(0.0);
  var potential = 0.0;
  for (var first = 0u; first < sim.bodies; first += TILE) {
    let j = first + local.x;
    var other = vec4f(0.0);
    if (j < sim.bodies) {
      other = bodies[j];
    }
    tile[local.x] = other;
    workgroupBarrier();
    for (var k = 0u; k < TILE; k++) {
      let d = tile[k].xyz - me.xyz;
      let inverse = inverseSqrt(dot(d, d) + sim.softening2);
      let m = tile[k].w * inverse;
      potential -= m;
      acceleration += d * (m * inverse * inverse);
    }
    workgroupBarrier();
  }
  if (present) {
    let v = velocities[id.x].xyz + acceleration * sim.dt;
    velocities[id.x] = vec4f(v, potential);
    moved[id.x] = vec4f(me.xyz + v * sim.dt, me.w);
  }
}
