// Lattice Boltzmann in 3-D, 19 velocities: pull from the neighbours (periodic), collide towards equilibrium
// (BGK). One array per velocity, one after the other in a buffer.
override NX: u32;
override NY: u32;
override NZ: u32;
override OMEGA: f32 = 1.2;
@group(0) @binding(0) var<storage, read> f_in: array<f32>;
@group(0) @binding(1) var<storage, read_write> f_out: array<f32>;

const DIRECTION = array<vec3<i32>, 19>(
  vec3(0, 0, 0),
  vec3(1, 0, 0), vec3(-1, 0, 0), vec3(0, 1, 0), vec3(0, -1, 0), vec3(0, 0, 1), vec3(0, 0, -1),
  vec3(1, 1, 0), vec3(-1, -1, 0), vec3(1, -1, 0), vec3(-1, 1, 0),
  vec3(1, 0, 1), vec3(-1, 0, -1), vec3(1, 0, -1), vec3(-1, 0, 1),
  vec3(0, 1, 1), vec3(0, -1, -1), vec3(0, 1, -1), vec3(0, -1, 1));

fn weight(q: u32) -> f32 {
  if (q == 0u) { return 1.0 / 3.0; }
  return select(1.0 / 36.0, 1.0 / 18.0, q < 7u);
}

@compute @workgroup_size(64, 2, 1)
fn stream_collide(@builtin(global_invocation_id) gid: vec3<u32>) {
  let size = vec3<i32>(i32(NX), i32(NY), i32(NZ));
  let at = vec3<i32>(gid);
  if (any(at >= size)) { return; }
  let cells = NX * NY * NZ;
  var f: array<f32, 19>;
  var density = 0.0;
  var momentum = vec3<f32>(0.0);
  for (var q = 0u; q < 19u; q++) {
    var origin = at - DIRECTION[q];
    origin = select(origin, origin + size, origin < vec3<i32>(0));
    origin = select(origin, origin - size, origin >= size);
    let value = f_in[q * cells + u32((origin.z * size.y + origin.y) * size.x + origin.x)];
    f[q] = value;
    density += value;
    momentum += value * vec3<f32>(DIRECTION[q]);
  }
  let velocity = momentum / density;
  let square = 1.5 * dot(velocity, velocity);
  let cell = (gid.z * NY + gid.y) * NX + gid.x;
  for (var q = 0u; q < 19u; q++) {
    let along = 3.0 * dot(vec3<f32>(DIRECTION[q]), velocity);
    let equilibrium = weight(q) * density * (1.0 + along + 0.5 * along * along - square);
    f_out[q * cells + cell] = f[q] + OMEGA * (equilibrium - f[q]);
  }
}
