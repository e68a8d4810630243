// Seven-point stencil in three dimensions: a workgroup marches through the planes, keeps the cells above and
// below in registers and the plane in workgroup memory.
@group(0) @binding(0) var<storage, read> before: array<f32>;
@group(0) @binding(1) var<storage, read_write> after: array<f32>;

override N: u32;
const TILE = vec2<u32>(32, 8);
var<workgroup> plane: array<array<f32, TILE.x + 2>, TILE.y + 2>;

@compute @workgroup_size(TILE.x, TILE.y)
fn main(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
) {
  let x = min(id.x, N - 1u);
  let y = min(id.y, N - 1u);
  let isInside = id.x > 0u && id.y > 0u && id.x < N - 1u && id.y < N - 1u;
  let at = local.xy + 1u;
  var i = y * N + x;
  var below = before[i];
  var here = before[i + N * N];
  for (var z = 1u; z < N - 1u; z++) {
    i += N * N;
    let above = before[i + N * N];
    plane[at.y][at.x] = here;
    if (local.x == 0u && x > 0u) {
      plane[at.y][0] = before[i - 1u];
    }
    if (local.x == TILE.x - 1u && x < N - 1u) {
      plane[at.y][at.x + 1u] = before[i + 1u];
    }
    if (local.y == 0u && y > 0u) {
      plane[0][at.x] = before[i - N];
    }
    if (local.y == TILE.y - 1u && y < N - 1u) {
      plane[at.y + 1u][at.x] = before[i + N];
    }
    workgroupBarrier();
    if (isInside) {
      let around = plane[at.y][at.x - 1u] + plane[at.y][at.x + 1u] + plane[at.y - 1u][at.x] + plane[at.y + 1u][at.x];
      after[i] = 0.4 * here + 0.1 * (around + below + above);
    }
    workgroupBarrier();
    below = here;
    here = above;
  }
}
