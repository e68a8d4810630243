// Maxwell's equations on a Yee grid (finite differences in the time domain): the half step that updates the three
// components of the electric field from the curl of the magnetic one. The walls at index 0 conduct perfectly.
struct Grid {
  size: vec3<u32>,
  step: f32,          // dt / dx
}

@group(0) @binding(0) var<storage, read> hx: array<f32>;
@group(0) @binding(1) var<storage, read> hy: array<f32>;
@group(0) @binding(2) var<storage, read> hz: array<f32>;
@group(0) @binding(3) var<storage, read> permittivity: array<f32>;
@group(0) @binding(4) var<storage, read_write> ex: array<f32>;
@group(0) @binding(5) var<storage, read_write> ey: array<f32>;
@group(0) @binding(6) var<storage, read_write> ez: array<f32>;
@group(0) @binding(7) var<uniform> grid: Grid;

@compute @workgroup_size(32, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (any(id >= grid.size) || any(id == vec3<u32>(0u))) {
    return;
  }
  let row = grid.size.x;
  let slice = grid.size.x * grid.size.y;
  let i = id.x + id.y * row + id.z * slice;
  let x = hx[i];
  let y = hy[i];
  let z = hz[i];
  let scale = grid.step / permittivity[i];
  ex[i] += scale * ((z - hz[i - row]) - (y - hy[i - slice]));
  ey[i] += scale * ((x - hx[i - slice]) - (z - hz[i - 1u]));
  ez[i] += scale * ((y - hy[i - 1u]) - (x - hx[i - row]));
}
