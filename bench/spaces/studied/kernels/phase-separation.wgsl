// One explicit step of phase separation in a binary mixture on a periodic square:
//   c' = c + dt * laplacian(c^3 - c - kappa * laplacian(c))
// The chemical potential is computed again for each of the five points rather than stored.

override SIDE: i32 = 4096;
const DT: f32 = 0.01;
const KAPPA: f32 = 0.5;

@group(0) @binding(0) var<storage, read> c: array<f32>;
@group(0) @binding(1) var<storage, read_write> cNext: array<f32>;

fn at(x: i32, y: i32) -> f32 {
  let wx = (x + SIDE) % SIDE;
  let wy = (y + SIDE) % SIDE;
  return c[wy * SIDE + wx];
}

fn potential(x: i32, y: i32) -> f32 {
  let m = at(x, y);
  let lap = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4.0 * m;
  return m * m * m - m - KAPPA * lap;
}

@compute @workgroup_size(16, 16)
fn step(@builtin(global_invocation_id) id: vec3u) {
  let x = i32(id.x);
  let y = i32(id.y);
  if (x >= SIDE || y >= SIDE) { return; }

  let mu = potential(x, y);
  let lapMu = potential(x - 1, y) + potential(x + 1, y)
            + potential(x, y - 1) + potential(x, y + 1) - 4.0 * mu;
  cNext[y * SIDE + x] = at(x, y) + DT * lapMu;
}
