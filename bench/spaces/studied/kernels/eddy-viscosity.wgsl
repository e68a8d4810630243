// Large eddy simulation: the turbulent viscosity of each cell from the rate of strain of the flow, by central
// differences, damped near the wall at y = 0.
struct Flow {
  nx: u32,
  ny: u32,
  nz: u32,
  spacing: f32,
  smagorinsky: f32,
  wall_unit: f32,
}

@group(0) @binding(0) var<uniform> flow: Flow;
@group(0) @binding(1) var<storage, read> u: array<f32>;
@group(0) @binding(2) var<storage, read> v: array<f32>;
@group(0) @binding(3) var<storage, read> w: array<f32>;
@group(0) @binding(4) var<storage, read_write> viscosity: array<f32>;

override BX: u32 = 8;
override BY: u32 = 8;
override BZ: u32 = 4;

fn cell(x: u32, y: u32, z: u32) -> u32 {
  return (z * flow.ny + y) * flow.nx + x;
}

@compute @workgroup_size(BX, BY, BZ)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= flow.nx || id.y >= flow.ny || id.z >= flow.nz) {
    return;
  }
  // x and z are periodic, y ends at walls.
  let west = cell(select(id.x - 1u, flow.nx - 1u, id.x == 0u), id.y, id.z);
  let east = cell(select(id.x + 1u, 0u, id.x + 1u == flow.nx), id.y, id.z);
  let down = cell(id.x, max(id.y, 1u) - 1u, id.z);
  let up = cell(id.x, min(id.y + 1u, flow.ny - 1u), id.z);
  let back = cell(id.x, id.y, select(id.z - 1u, flow.nz - 1u, id.z == 0u));
  let front = cell(id.x, id.y, select(id.z + 1u, 0u, id.z + 1u == flow.nz));

  let h = 0.5 / flow.spacing;
  let ux = (u[east] - u[west]) * h;
  let uy = (u[up] - u[down]) * h;
  let uz = (u[front] - u[back]) * h;
  let vx = (v[east] - v[west]) * h;
  let vy = (v[up] - v[down]) * h;
  let vz = (v[front] - v[back]) * h;
  let wx = (w[east] - w[west]) * h;
  let wy = (w[up] - w[down]) * h;
  let wz = (w[front] - w[back]) * h;

  let sxy = 0.5 * (uy + vx);
  let sxz = 0.5 * (uz + wx);
  let syz = 0.5 * (vz + wy);
  let strain = sqrt(2.0 * (ux * ux + vy * vy + wz * wz) + 4.0 * (sxy * sxy + sxz * sxz + syz * syz));

  let distance = (f32(id.y) + 0.5) * flow.spacing / flow.wall_unit;
  let damping = 1.0 - exp(-distance / 26.0);
  let mixing = flow.smagorinsky * flow.spacing * damping;
  viscosity[cell(id.x, id.y, id.z)] = mixing * mixing * strain;
}
