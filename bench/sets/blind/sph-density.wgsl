// Smoothed particle hydrodynamics: density and pressure of every particle from the 27 cells around it. A cell
// has room for eight particles, whose positions count from the cell's corner.
struct Fluid { cells: vec3<i32>, mass: f32, rest_density: f32, stiffness: f32 }
const ROOM = 8u;
@group(0) @binding(0) var<uniform> fluid: Fluid;
@group(0) @binding(1) var<storage, read> occupancy: array<u32>;
@group(0) @binding(2) var<storage, read> place: array<vec3<f32>>;
@group(0) @binding(3) var<storage, read_write> density_pressure: array<vec2<f32>>;

@compute @workgroup_size(128)
fn density(@builtin(global_invocation_id) gid: vec3<u32>) {
  let slot = gid.x % ROOM;
  let cell = i32(gid.x / ROOM);
  if (cell >= fluid.cells.x * fluid.cells.y * fluid.cells.z) { return; }
  if (slot >= occupancy[cell]) { return; }
  let z = cell / (fluid.cells.x * fluid.cells.y);
  let y = (cell / fluid.cells.x) % fluid.cells.y;
  let x = cell % fluid.cells.x;
  let low = max(vec3<i32>(x, y, z) - 1, vec3<i32>(0));
  let high = min(vec3<i32>(x, y, z) + 1, fluid.cells - 1);
  let mine = place[gid.x] + vec3<f32>(f32(x), f32(y), f32(z));

  var sum = 0.0;
  for (var cz = low.z; cz <= high.z; cz++) {
    for (var cy = low.y; cy <= high.y; cy++) {
      for (var cx = low.x; cx <= high.x; cx++) {
        let other = u32((cz * fluid.cells.y + cy) * fluid.cells.x + cx);
        let corner = vec3<f32>(f32(cx), f32(cy), f32(cz)) - mine;
        let count = occupancy[other];
        for (var k = 0u; k < count; k++) {
          let r = place[other * ROOM + k] + corner;
          let q = 1.0 - dot(r, r);
          if (q > 0.0) { sum += q * q * q; }
        }
      }
    }
  }
  let rho = fluid.mass * 1.5666815 * sum; // 315 / (64 pi), radius 1
  density_pressure[gid.x] = vec2<f32>(rho, fluid.stiffness * max(rho - fluid.rest_density, 0.0));
}
