// Gas dynamics in two dimensions: one step of a finite-volume scheme, second order in space (limited slopes), with the
// HLLC solver at the four faces of each cell. Edges are periodic.
struct Grid {
  width: u32,
  height: u32,
  dtdx: f32,
  dtdy: f32,
  gamma: f32,
}

@group(0) @binding(0) var<uniform> grid: Grid;
@group(0) @binding(1) var<storage, read> density: array<f32>;
@group(0) @binding(2) var<storage, read> momentum: array<vec2f>;
@group(0) @binding(3) var<storage, read> energy: array<f32>;
@group(0) @binding(4) var<storage, read_write> newDensity: array<f32>;
@group(0) @binding(5) var<storage, read_write> newMomentum: array<vec2f>;
@group(0) @binding(6) var<storage, read_write> newEnergy: array<f32>;

// density, velocity along x and y, pressure
fn primitive(x: u32, y: u32) -> vec4f {
  let i = y * grid.width + x;
  let rho = density[i];
  let v = momentum[i] / rho;
  let p = (grid.gamma - 1.0) * (energy[i] - 0.5 * rho * dot(v, v));
  return vec4f(rho, v, max(p, 1e-5));
}

fn minmod(a: vec4f, b: vec4f) -> vec4f {
  let smaller = select(b, a, abs(a) < abs(b));
  return select(vec4f(0.0), smaller, a * b > vec4f(0.0));
}

fn conserved(w: vec4f) -> vec4f {
  return vec4f(w.x, w.x * w.y, w.x * w.z, w.w / (grid.gamma - 1.0) + 0.5 * w.x * dot(w.yz, w.yz));
}

// The flux along the first component of the velocity.
fn flux(w: vec4f, u: vec4f) -> vec4f {
  return vec4f(u.y, u.y * w.y + w.w, u.z * w.y, (u.w + w.w) * w.y);
}

fn starState(w: vec4f, u: vec4f, s: f32, star: f32) -> vec4f {
  let factor = w.x * (s - w.y) / (s - star);
  let e = u.w / w.x + (star - w.y) * (star + w.w / (w.x * (s - w.y)));
  return factor * vec4f(1.0, star, w.z, e);
}

fn hllc(l: vec4f, r: vec4f) -> vec4f {
  let cl = sqrt(grid.gamma * l.w / l.x);
  let cr = sqrt(grid.gamma * r.w / r.x);
  let sl = min(l.y - cl, r.y - cr);
  let sr = max(l.y + cl, r.y + cr);
  let ul = conserved(l);
  let ur = conserved(r);
  if (sl >= 0.0) {
    return flux(l, ul);
  }
  if (sr <= 0.0) {
    return flux(r, ur);
  }
  let ml = l.x * (sl - l.y);
  let mr = r.x * (sr - r.y);
  let star = (r.w - l.w + ml * l.y - mr * r.y) / (ml - mr);
  if (star >= 0.0) {
    return flux(l, ul) + sl * (starState(l, ul, sl, star) - ul);
  }
  return flux(r, ur) + sr * (starState(r, ur, sr, star) - ur);
}

// Fluxes through both faces of the middle cell, out of the five cells along an axis.
fn difference(a: vec4f, b: vec4f, c: vec4f, d: vec4f, e: vec4f) -> vec4f {
  let sb = 0.5 * minmod(b - a, c - b);
  let sc = 0.5 * minmod(c - b, d - c);
  let sd = 0.5 * minmod(d - c, e - d);
  return hllc(c + sc, d - sd) - hllc(b + sb, c - sc);
}

@compute @workgroup_size(32, 4)
fn step(@builtin(global_invocation_id) id: vec3u) {
  let x = id.x;
  let y = id.y;
  if (x >= grid.width || y >= grid.height) { return; }
  let x1 = (x + 1u) % grid.width;
  let x2 = (x + 2u) % grid.width;
  let xm1 = (x + grid.width - 1u) % grid.width;
  let xm2 = (x + grid.width - 2u) % grid.width;
  let y1 = (y + 1u) % grid.height;
  let y2 = (y + 2u) % grid.height;
  let ym1 = (y + grid.height - 1u) % grid.height;
  let ym2 = (y + grid.height - 2u) % grid.height;

  let here = primitive(x, y);
  let dx = difference(primitive(xm2, y), primitive(xm1, y), here, primitive(x1, y), primitive(x2, y));
  // along y the velocities change places
  let dy = difference(primitive(x, ym2).xzyw, primitive(x, ym1).xzyw, here.xzyw, primitive(x, y1).xzyw, primitive(x, y2).xzyw);

  let updated = conserved(here) - grid.dtdx * dx - grid.dtdy * dy.xzyw;
  let i = y * grid.width + x;
  newDensity[i] = updated.x;
  newMomentum[i] = updated.yz;
  newEnergy[i] = updated.w;
}
