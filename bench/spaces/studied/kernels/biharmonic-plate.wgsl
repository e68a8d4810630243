// Explicit time step of a vibrating Kirchhoff plate: w_tt + c w_t = f - D * bilaplacian(w).
// 13-point stencil from a tile with a rim of two; the plate is clamped (w = 0, mirrored beyond the edge).
override stiffness: f32 = 0.01;
override damping: f32 = 0.002;

const BX: i32 = 32;
const BY: i32 = 8;
const RIM: i32 = 2;
const PITCH: i32 = BX + 2 * RIM;
const ROWS: i32 = BY + 2 * RIM;

@group(0) @binding(0) var<uniform> extent: vec2i;
@group(0) @binding(1) var<storage, read> wNow: array<f32>;
@group(0) @binding(2) var<storage, read_write> wOld: array<f32>; // becomes the next state
@group(0) @binding(3) var<storage, read> pressure: array<f32>;

var<workgroup> patch_: array<f32, PITCH * ROWS>;

fn mirrored(v: i32, n: i32) -> i32 {
  if (v < 0) { return -v; }
  if (v >= n) { return 2 * n - 2 - v; }
  return v;
}

fn at(c: i32, dx: i32, dy: i32) -> f32 { return patch_[c + dy * PITCH + dx]; }

@compute @workgroup_size(32, 8, 1)
fn plateStep(@builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_id) l: vec3u, @builtin(local_invocation_index) flat: u32) {
  let corner = vec2i(wg.xy) * vec2i(BX, BY) - RIM;
  for (var k = i32(flat); k < PITCH * ROWS; k += BX * BY) {
    let gx = mirrored(corner.x + k % PITCH, extent.x);
    let gy = mirrored(corner.y + k / PITCH, extent.y);
    // the last tiles may reach further than the mirror does
    let inside = gx >= 0 && gy >= 0 && gx < extent.x && gy < extent.y;
    patch_[k] = select(0.0, wNow[max(gy, 0) * extent.x + max(gx, 0)], inside);
  }
  workgroupBarrier();

  let p = vec2i(wg.xy) * vec2i(BX, BY) + vec2i(l.xy);
  if (any(p >= extent)) { return; }
  let i = p.y * extent.x + p.x;
  if (any(p == vec2i(0)) || any(p == extent - 1)) {
    wOld[i] = 0.0;
    return;
  }
  let c = (i32(l.y) + RIM) * PITCH + i32(l.x) + RIM;
  let near = at(c, 1, 0) + at(c, -1, 0) + at(c, 0, 1) + at(c, 0, -1);
  let diagonal = at(c, 1, 1) + at(c, -1, 1) + at(c, 1, -1) + at(c, -1, -1);
  let far = at(c, 2, 0) + at(c, -2, 0) + at(c, 0, 2) + at(c, 0, -2);
  let w = at(c, 0, 0);
  let bilaplacian = 20.0 * w - 8.0 * near + 2.0 * diagonal + far;
  wOld[i] = (2.0 * w - (1.0 - damping) * wOld[i] - stiffness * bilaplacian + pressure[i]) / (1.0 + damping);
}
