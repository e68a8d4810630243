// A round of core decomposition: the estimate of a vertex becomes the greatest h such that at least h neighbours
// have estimates of at least h. `changed` tells whether another round is needed.
const CAP = 48u; // no estimate is greater

override VERTICES: u32;
override SIZE: u32 = 128;

@group(0) @binding(0) var<storage, read> starts: array<u32>;
@group(0) @binding(1) var<storage, read> neighbours: array<u32>;
@group(0) @binding(2) var<storage, read> estimates: array<u32>;
@group(0) @binding(3) var<storage, read_write> next: array<u32>;
@group(0) @binding(4) var<storage, read_write> changed: atomic<u32>;

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let vertex = id.x;
  if (vertex >= VERTICES) {
    return;
  }
  let first = starts[vertex];
  let end = starts[vertex + 1u];
  let own = min(min(estimates[vertex], end - first), CAP);

  var counts: array<u32, CAP + 1u>;
  for (var i = first; i < end; i++) {
    counts[min(estimates[neighbours[i]], own)]++;
  }
  var h = own;
  var enough = counts[own];
  while (h > 0u && enough < h) {
    h--;
    enough += counts[h];
  }
  next[vertex] = h;
  if (h != estimates[vertex]) {
    atomicOr(&changed, 1u);
  }
}
