// Seven-point stencil: a workgroup marches through PLANES planes and keeps the cells above and below in
// registers; `tiled` shares the plane through workgroup memory, `direct` leaves that to the caches.
@group(0) @binding(0) var<storage, read> before: array<f32>;
@group(0) @binding(1) var<storage, read_write> after: array<f32>;

override N: u32; // width and height
override DEPTH: u32;
override SIZE_X: u32;
override SIZE_Y: u32;
override PLANES: u32;

var<workgroup> plane: array<f32, (SIZE_X + 2u) * (SIZE_Y + 2u)>;

@compute @workgroup_size(SIZE_X, SIZE_Y)
fn direct(@builtin(global_invocation_id) id: vec3<u32>, @builtin(workgroup_id) group: vec3<u32>) {
  if (id.x == 0u || id.y == 0u || id.x >= N - 1u || id.y >= N - 1u) {
    return;
  }
  let first = 1u + group.z * PLANES;
  let end = min(first + PLANES, DEPTH - 1u);
  var i = (first * N + id.y) * N + id.x;
  var below = before[i - N * N];
  var here = before[i];
  for (var z = first; z < end; z++) {
    let above = before[i + N * N];
    let around = before[i - 1u] + before[i + 1u] + before[i - N] + before[i + N];
    after[i] = 0.4 * here + 0.1 * (around + below + above);
    below = here;
    here = above;
    i += N * N;
  }
}

@compute @workgroup_size(SIZE_X, SIZE_Y)
fn tiled(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
) {
  let x = min(id.x, N - 1u);
  let y = min(id.y, N - 1u);
  let isInside = id.x > 0u && id.y > 0u && id.x < N - 1u && id.y < N - 1u;
  let width = SIZE_X + 2u;
  let at = (local.y + 1u) * width + local.x + 1u;
  let first = 1u + group.z * PLANES;
  let end = min(first + PLANES, DEPTH - 1u);
  var i = (first * N + y) * N + x;
  var below = before[i - N * N];
  var here = before[i];
  for (var z = first; z < end; z++) {
    let above = before[i + N * N];
    plane[at] = here;
    if (local.x == 0u && x > 0u) {
      plane[at - 1u] = before[i - 1u];
    }
    if (local.x == SIZE_X - 1u && x < N - 1u) {
      plane[at + 1u] = before[i + 1u];
    }
    if (local.y == 0u && y > 0u) {
      plane[at - width] = before[i - N];
    }
    if (local.y == SIZE_Y - 1u && y < N - 1u) {
      plane[at + width] = before[i + N];
    }
    workgroupBarrier();
    if (isInside) {
      let around = plane[at - 1u] + plane[at + 1u] + plane[at - width] + plane[at + width];
      after[i] = 0.4 * here + 0.1 * (around + below + above);
    }
    workgroupBarrier();
    below = here;
    here = above;
    i += N * N;
  }
}
