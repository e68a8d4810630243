// Elastic waves on a staggered grid: the velocities' half of a time step, derivatives of the stresses of eighth
// order in space. Stresses lie one volume after another: xx, yy, zz, xy, xz, yz; velocities: x, y, z. The outer four
// layers stay as they are.
override NX: u32;
override NY: u32;
override NZ: u32;

@group(0) @binding(0) var<storage, read> stress: array<f32>;
@group(0) @binding(1) var<storage, read> buoyancy: array<f32>; // dt / (density * spacing)
@group(0) @binding(2) var<storage, read_write> velocity: array<f32>;

const C1 = 1225.0 / 1024.0;
const C2 = -245.0 / 3072.0;
const C3 = 49.0 / 5120.0;
const C4 = -5.0 / 7168.0;

// derivative half a cell after i
fn ahead(i: u32, stride: u32) -> f32 {
  return C1 * (stress[i + stride] - stress[i])
    + C2 * (stress[i + 2u * stride] - stress[i - stride])
    + C3 * (stress[i + 3u * stride] - stress[i - 2u * stride])
    + C4 * (stress[i + 4u * stride] - stress[i - 3u * stride]);
}

// derivative half a cell before i
fn behind(i: u32, stride: u32) -> f32 {
  return C1 * (stress[i] - stress[i - stride])
    + C2 * (stress[i + stride] - stress[i - 2u * stride])
    + C3 * (stress[i + 2u * stride] - stress[i - 3u * stride])
    + C4 * (stress[i + 3u * stride] - stress[i - 4u * stride]);
}

@compute @workgroup_size(32, 4, 2)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (any(id < vec3<u32>(4u)) || any(id + vec3<u32>(4u) >= vec3<u32>(NX, NY, NZ))) {
    return;
  }
  let row = NX;
  let plane = NX * NY;
  let cells = plane * NZ;
  let i = id.z * plane + id.y * row + id.x;
  let xx = i;
  let yy = i + cells;
  let zz = i + 2u * cells;
  let xy = i + 3u * cells;
  let xz = i + 4u * cells;
  let yz = i + 5u * cells;

  let b = buoyancy[i];
  velocity[i] += 0.5 * (b + buoyancy[i + 1u]) * (ahead(xx, 1u) + behind(xy, row) + behind(xz, plane));
  velocity[i + cells] += 0.5 * (b + buoyancy[i + row]) * (behind(xy, 1u) + ahead(yy, row) + behind(yz, plane));
  velocity[i + 2u * cells] += 0.5 * (b + buoyancy[i + plane]) * (behind(xz, 1u) + behind(yz, row) + ahead(zz, plane));
}
