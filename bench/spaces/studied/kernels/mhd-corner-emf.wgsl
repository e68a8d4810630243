// Constrained transport of magnetohydrodynamics: the electric field on the three edges of each cell, from the
// fields on faces (Riemann solver), those of cell centres and the sign of the mass flux (Gardiner and Stone).
struct Grid { nx: u32, ny: u32, nz: u32, pad: u32 }

@group(0) @binding(0) var<storage, read> velocity: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> magnetic: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> faceX: array<vec2<f32>>; // (Ey, Ez) on faces normal to x
@group(0) @binding(3) var<storage, read> faceY: array<vec2<f32>>; // (Ez, Ex)
@group(0) @binding(4) var<storage, read> faceZ: array<vec2<f32>>; // (Ex, Ey)
@group(0) @binding(5) var<storage, read> mass: array<vec4<f32>>;
@group(0) @binding(6) var<storage, read_write> edges: array<vec4<f32>>;
@group(0) @binding(7) var<uniform> grid: Grid;

fn weight(flux: f32) -> f32 {
  if (flux > 0.0) {
    return 1.0;
  }
  return select(0.5, 0.0, flux < 0.0);
}

fn centre(cell: u32) -> vec3<f32> {
  return -cross(velocity[cell].xyz, magnetic[cell].xyz);
}

// a: faces of the first direction at (j, j - 1); b: of the second at (i, i - 1); c: centres (ij, i-1 j, i j-1, both - 1).
fn corner(a: vec2<f32>, b: vec2<f32>, c: vec4<f32>, ma: vec2<f32>, mb: vec2<f32>) -> f32 {
  let wa0 = weight(ma.x);
  let wa1 = weight(ma.y);
  let wb0 = weight(mb.x);
  let wb1 = weight(mb.y);
  let d2l = (1.0 - wa1) * (b.x - c.z) + wa1 * (b.y - c.w);
  let d2r = (1.0 - wa0) * (b.x - c.x) + wa0 * (b.y - c.y);
  let d1l = (1.0 - wb1) * (a.x - c.y) + wb1 * (a.y - c.w);
  let d1r = (1.0 - wb0) * (a.x - c.x) + wb0 * (a.y - c.z);
  return 0.25 * (d1l + d1r + d2l + d2r + a.x + a.y + b.x + b.y);
}

@compute @workgroup_size(8, 4, 4)
fn emf(@builtin(global_invocation_id) id: vec3<u32>) {
  if (any(id == vec3<u32>(0u)) || id.x >= grid.nx || id.y >= grid.ny || id.z >= grid.nz) {
    return;
  }
  let sy = grid.nx;
  let sz = grid.nx * grid.ny;
  let at = id.x + sy * id.y + sz * id.z;
  let e000 = centre(at);
  let e100 = centre(at - 1u);
  let e010 = centre(at - sy);
  let e001 = centre(at - sz);
  let e110 = centre(at - 1u - sy);
  let e101 = centre(at - 1u - sz);
  let e011 = centre(at - sy - sz);
  let m = mass[at];
  let mx = mass[at - 1u];
  let my = mass[at - sy];
  let mz = mass[at - sz];

  let ez = corner(
    vec2<f32>(faceX[at].y, faceX[at - sy].y), vec2<f32>(faceY[at].x, faceY[at - 1u].x),
    vec4<f32>(e000.z, e100.z, e010.z, e110.z), vec2<f32>(m.x, my.x), vec2<f32>(m.y, mx.y));
  let ex = corner(
    vec2<f32>(faceY[at].y, faceY[at - sz].y), vec2<f32>(faceZ[at].x, faceZ[at - sy].x),
    vec4<f32>(e000.x, e010.x, e001.x, e011.x), vec2<f32>(m.y, mz.y), vec2<f32>(m.z, my.z));
  let ey = corner(
    vec2<f32>(faceZ[at].y, faceZ[at - 1u].y), vec2<f32>(faceX[at].x, faceX[at - sz].x),
    vec4<f32>(e000.y, e001.y, e100.y, e101.y), vec2<f32>(m.z, mx.z), vec2<f32>(m.x, mz.x));
  edges[at] = vec4<f32>(ex, ey, ez, 0.0);
}
