// One Jacobi sweep for Poisson's equation; the tile with its halo goes through workgroup memory.
struct Params { width: u32, height: u32, h2: f32, omega: f32 }
@group(0) @binding(0) var<uniform> p: Params;
@group(0) @binding(1) var<storage, read> u_old: array<f32>;
@group(0) @binding(2) var<storage, read> rhs: array<f32>;
@group(0) @binding(3) var<storage, read_write> u_new: array<f32>;

const TILE_X: i32 = 32;
const TILE_Y: i32 = 8;
var<workgroup> tile: array<array<f32, 34>, 10>;

fn load(x: i32, y: i32) -> f32 {
  if (x < 0 || y < 0 || x >= i32(p.width) || y >= i32(p.height)) { return 0.0; }
  return u_old[u32(y) * p.width + u32(x)];
}

@compute @workgroup_size(32, 8)
fn sweep(@builtin(local_invocation_id) l: vec3<u32>, @builtin(workgroup_id) g: vec3<u32>) {
  let lx = i32(l.x);
  let ly = i32(l.y);
  let x = i32(g.x) * TILE_X + lx;
  let y = i32(g.y) * TILE_Y + ly;
  tile[ly + 1][lx + 1] = load(x, y);
  if (lx == 0) { tile[ly + 1][0] = load(x - 1, y); }
  if (lx == TILE_X - 1) { tile[ly + 1][TILE_X + 1] = load(x + 1, y); }
  if (ly == 0) { tile[0][lx + 1] = load(x, y - 1); }
  if (ly == TILE_Y - 1) { tile[TILE_Y + 1][lx + 1] = load(x, y + 1); }
  workgroupBarrier();
  if (x >= i32(p.width) || y >= i32(p.height)) { return; }
  let at = u32(y) * p.width + u32(x);
  let sum = tile[ly][lx + 1] + tile[ly + 2][lx + 1] + tile[ly + 1][lx] + tile[ly + 1][lx + 2];
  let next = 0.25 * (sum - p.h2 * rhs[at]);
  u_new[at] = mix(tile[ly + 1][lx + 1], next, p.omega);
}
