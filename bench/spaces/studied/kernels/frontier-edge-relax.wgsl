// One round of shortest paths from a frontier: a workgroup shares out the edges of its vertices evenly, by a scan of
// their degrees and a search in it, and relaxes them with atomic minima. Improved vertices are flagged in a bit map.
const SIZE = 128u;

@group(0) @binding(0) var<storage, read> frontier: array<u32>;
@group(0) @binding(1) var<storage, read> rowStarts: array<u32>;
@group(0) @binding(2) var<storage, read> targets: array<u32>;
@group(0) @binding(3) var<storage, read> weights: array<u32>;
@group(0) @binding(4) var<storage, read> distances: array<u32>;
@group(0) @binding(5) var<storage, read_write> relaxed: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> improved: array<atomic<u32>>;

var<workgroup> ends: array<u32, SIZE>;      // running sums of degrees
var<workgroup> starts: array<u32, SIZE>;
var<workgroup> sources: array<u32, SIZE>;   // distances of the frontier's vertices

@compute @workgroup_size(SIZE)
fn relax(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  var degree = 0u;
  if (id.x < arrayLength(&frontier)) {
    let vertex = frontier[id.x];
    let start = rowStarts[vertex];
    degree = rowStarts[vertex + 1u] - start;
    starts[lane] = start;
    sources[lane] = distances[vertex];
  }
  ends[lane] = degree;
  workgroupBarrier();
  for (var offset = 1u; offset < SIZE; offset *= 2u) {
    var add = 0u;
    if (lane >= offset) {
      add = ends[lane - offset];
    }
    workgroupBarrier();
    ends[lane] += add;
    workgroupBarrier();
  }

  let total = ends[SIZE - 1u];
  for (var e = lane; e < total; e += SIZE) {
    // The first vertex whose running sum is above e.
    var low = 0u;
    var high = SIZE - 1u;
    while (low < high) {
      let middle = (low + high) / 2u;
      if (ends[middle] > e) {
        high = middle;
      } else {
        low = middle + 1u;
      }
    }
    var before = 0u;
    if (low > 0u) {
      before = ends[low - 1u];
    }
    let edge = starts[low] + e - before;
    let to = targets[edge];
    let candidate = sources[low] + weights[edge];
    if (candidate < distances[to]) {
      atomicMin(&relaxed[to], candidate);
      atomicOr(&improved[to / 32u], 1u << (to % 32u));
    }
  }
}
