// Five-point stencil, one Jacobi step, with the tile and its halo in workgroup memory; the border is copied.
@group(0) @binding(0) var<storage, read> before: array<f32>;
@group(0) @binding(1) var<storage, read_write> after: array<f32>;

override WIDTH: u32;
override HEIGHT: u32;
const TILE = vec2<u32>(32, 8);
const SIDE = TILE + 2;
var<workgroup> tile: array<array<f32, SIDE.x>, SIDE.y>;

@compute @workgroup_size(TILE.x, TILE.y)
fn main(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
) {
  let x = min(id.x, WIDTH - 1u);
  let y = min(id.y, HEIGHT - 1u);
  let i = y * WIDTH + x;
  let at = local.xy + 1u;
  tile[at.y][at.x] = before[i];
  if (local.x == 0u) {
    tile[at.y][0] = before[y * WIDTH + max(x, 1u) - 1u];
  }
  if (local.x == TILE.x - 1u) {
    tile[at.y][SIDE.x - 1u] = before[y * WIDTH + min(x + 1u, WIDTH - 1u)];
  }
  if (local.y == 0u) {
    tile[0][at.x] = before[(max(y, 1u) - 1u) * WIDTH + x];
  }
  if (local.y == TILE.y - 1u) {
    tile[SIDE.y - 1u][at.x] = before[min(y + 1u, HEIGHT - 1u) * WIDTH + x];
  }
  workgroupBarrier();
  if (id.x >= WIDTH || id.y >= HEIGHT) {
    return;
  }
  let center = tile[at.y][at.x];
  let isInside = x > 0u && y > 0u && x < WIDTH - 1u && y < HEIGHT - 1u;
  let around = tile[at.y][at.x - 1u] + tile[at.y][at.x + 1u] + tile[at.y - 1u][at.x] + tile[at.y + 1u][at.x];
  after[i] = select(center, 0.5 * center + 0.125 * around, isInside);
}
