// One step of the lattice Boltzmann method on a periodic 3D box: gathers the 19 populations of a cell from its
// neighbours (D3Q19, a plane of memory for each direction), relaxes them towards equilibrium under a body force.
struct Flow {
  size: vec3<u32>,
  omega: f32, // 1 / relaxation time
  force: vec3<f32>,
}

@group(0) @binding(0) var<storage, read> populations: array<f32>;
@group(0) @binding(1) var<storage, read_write> populationsNext: array<f32>;
@group(0) @binding(2) var<uniform> flow: Flow;

// Population in equilibrium, for a weight, the density, velocity along the direction and 1 - 1.5 u^2.
fn equilibrium(weight: f32, density: f32, along: f32, rest: f32) -> f32 {
  return weight * density * (rest + along * (3.0 + 4.5 * along));
}

@compute @workgroup_size(32, 4, 1)
fn collideStream(@builtin(global_invocation_id) id: vec3<u32>) {
  if (any(id >= flow.size)) {
    return;
  }
  let cells = flow.size.x * flow.size.y * flow.size.z;
  let x = id.x;
  let y = id.y * flow.size.x;
  let z = id.z * flow.size.x * flow.size.y;
  let west = select(id.x - 1u, flow.size.x - 1u, id.x == 0u);
  let east = select(id.x + 1u, 0u, id.x + 1u == flow.size.x);
  let south = select(id.y - 1u, flow.size.y - 1u, id.y == 0u) * flow.size.x;
  let north = select(id.y + 1u, 0u, id.y + 1u == flow.size.y) * flow.size.x;
  let below = select(id.z - 1u, flow.size.z - 1u, id.z == 0u) * flow.size.x * flow.size.y;
  let above = select(id.z + 1u, 0u, id.z + 1u == flow.size.z) * flow.size.x * flow.size.y;

  let f0 = populations[x + y + z];
  let f1 = populations[cells + west + y + z];
  let f2 = populations[2u * cells + east + y + z];
  let f3 = populations[3u * cells + x + south + z];
  let f4 = populations[4u * cells + x + north + z];
  let f5 = populations[5u * cells + x + y + below];
  let f6 = populations[6u * cells + x + y + above];
  let f7 = populations[7u * cells + west + south + z];
  let f8 = populations[8u * cells + east + north + z];
  let f9 = populations[9u * cells + west + north + z];
  let f10 = populations[10u * cells + east + south + z];
  let f11 = populations[11u * cells + west + y + below];
  let f12 = populations[12u * cells + east + y + above];
  let f13 = populations[13u * cells + west + y + above];
  let f14 = populations[14u * cells + east + y + below];
  let f15 = populations[15u * cells + x + south + below];
  let f16 = populations[16u * cells + x + north + above];
  let f17 = populations[17u * cells + x + south + above];
  let f18 = populations[18u * cells + x + north + below];

  let density = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8 + f9
    + f10 + f11 + f12 + f13 + f14 + f15 + f16 + f17 + f18;
  let ux = (f1 - f2 + f7 - f8 + f9 - f10 + f11 - f12 + f13 - f14) / density + 0.5 * flow.force.x;
  let uy = (f3 - f4 + f7 - f8 - f9 + f10 + f15 - f16 + f17 - f18) / density + 0.5 * flow.force.y;
  let uz = (f5 - f6 + f11 - f12 - f13 + f14 + f15 - f16 - f17 + f18) / density + 0.5 * flow.force.z;
  let rest = 1.0 - 1.5 * (ux * ux + uy * uy + uz * uz);
  let keep = 1.0 - flow.omega;
  let at = x + y + z;

  populationsNext[at] = keep * f0 + flow.omega * equilibrium(1.0 / 3.0, density, 0.0, rest);
  populationsNext[cells + at] = keep * f1 + flow.omega * equilibrium(1.0 / 18.0, density, ux, rest);
  populationsNext[2u * cells + at] = keep * f2 + flow.omega * equilibrium(1.0 / 18.0, density, -ux, rest);
  populationsNext[3u * cells + at] = keep * f3 + flow.omega * equilibrium(1.0 / 18.0, density, uy, rest);
  populationsNext[4u * cells + at] = keep * f4 + flow.omega * equilibrium(1.0 / 18.0, density, -uy, rest);
  populationsNext[5u * cells + at] = keep * f5 + flow.omega * equilibrium(1.0 / 18.0, density, uz, rest);
  populationsNext[6u * cells + at] = keep * f6 + flow.omega * equilibrium(1.0 / 18.0, density, -uz, rest);
  populationsNext[7u * cells + at] = keep * f7 + flow.omega * equilibrium(1.0 / 36.0, density, ux + uy, rest);
  populationsNext[8u * cells + at] = keep * f8 + flow.omega * equilibrium(1.0 / 36.0, density, -ux - uy, rest);
  populationsNext[9u * cells + at] = keep * f9 + flow.omega * equilibrium(1.0 / 36.0, density, ux - uy, rest);
  populationsNext[10u * cells + at] = keep * f10 + flow.omega * equilibrium(1.0 / 36.0, density, -ux + uy, rest);
  populationsNext[11u * cells + at] = keep * f11 + flow.omega * equilibrium(1.0 / 36.0, density, ux + uz, rest);
  populationsNext[12u * cells + at] = keep * f12 + flow.omega * equilibrium(1.0 / 36.0, density, -ux - uz, rest);
  populationsNext[13u * cells + at] = keep * f13 + flow.omega * equilibrium(1.0 / 36.0, density, ux - uz, rest);
  populationsNext[14u * cells + at] = keep * f14 + flow.omega * equilibrium(1.0 / 36.0, density, -ux + uz, rest);
  populationsNext[15u * cells + at] = keep * f15 + flow.omega * equilibrium(1.0 / 36.0, density, uy + uz, rest);
  populationsNext[16u * cells + at] = keep * f16 + flow.omega * equilibrium(1.0 / 36.0, density, -uy - uz, rest);
  populationsNext[17u * cells + at] = keep * f17 + flow.omega * equilibrium(1.0 / 36.0, density, uy - uz, rest);
  populationsNext[18u * cells + at] = keep * f18 + flow.omega * equilibrium(1.0 / 36.0, density, -uy + uz, rest);
}
