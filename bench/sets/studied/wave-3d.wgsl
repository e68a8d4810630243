// Acoustic wave equation, fourth order in space, in place over two time levels.
struct Grid { nx: u32, ny: u32, nz: u32, c2: f32 }
@group(0) @binding(0) var<uniform> grid: Grid;
@group(0) @binding(1) var<storage, read> now: array<f32>;
@group(0) @binding(2) var<storage, read_write> past: array<f32>;

@compute @workgroup_size(32, 4, 1)
fn advance(@builtin(global_invocation_id) id: vec3<u32>) {
  let p = id + vec3<u32>(2u);
  if (p.x >= grid.nx - 2u || p.y >= grid.ny - 2u || p.z >= grid.nz - 2u) { return; }
  let sy = grid.nx;
  let sz = grid.nx * grid.ny;
  let c = p.z * sz + p.y * sy + p.x;
  var laplacian = -7.5 * now[c];
  laplacian += 1.3333333 * (now[c - 1u] + now[c + 1u] + now[c - sy] + now[c + sy] + now[c - sz] + now[c + sz]);
  laplacian -= 0.0833333 * (now[c - 2u] + now[c + 2u] + now[c - 2u * sy] + now[c + 2u * sy] + now[c - 2u * sz] + now[c + 2u * sz]);
  past[c] = 2.0 * now[c] - past[c] + grid.c2 * laplacian;
}
