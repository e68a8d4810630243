// Exact nearest neighbours: each invocation keeps the 16 nearest of all points to its query, in order.
// The points come by in tiles of 32 that the workgroup shares.
const DIM4 = 8u;       // 32 dimensions
const TILE = 32u;
const K = 16u;
const THREADS = 128u;

struct Sizes {
  queries: u32,
  points: u32,
}

@group(0) @binding(0) var<uniform> sizes: Sizes;
@group(0) @binding(1) var<storage, read> queries: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> points: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> neighbours: array<u32>;
@group(0) @binding(4) var<storage, read_write> distances: array<f32>;

var<workgroup> tile: array<vec4<f32>, 256>; // TILE * DIM4

@compute @workgroup_size(THREADS)
fn nearest(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let valid = id.x < sizes.queries;
  var query: array<vec4<f32>, 8>;
  if (valid) {
    for (var d = 0u; d < DIM4; d++) {
      query[d] = queries[id.x * DIM4 + d];
    }
  }
  var best: array<f32, 16>;
  var index: array<u32, 16>;
  for (var k = 0u; k < K; k++) {
    best[k] = 3.0e38;
    index[k] = 0xffffffffu;
  }

  let tiles = (sizes.points + TILE - 1u) / TILE;
  for (var t = 0u; t < tiles; t++) {
    for (var i = local; i < TILE * DIM4; i += THREADS) {
      let source = t * TILE * DIM4 + i;
      if (source < sizes.points * DIM4) {
        tile[i] = points[source];
      }
    }
    workgroupBarrier();

    let inTile = min(TILE, sizes.points - t * TILE);
    if (valid) {
      for (var p = 0u; p < inTile; p++) {
        var sum = 0.0;
        for (var d = 0u; d < DIM4; d++) {
          let difference = query[d] - tile[p * DIM4 + d];
          sum += dot(difference, difference);
        }
        if (sum < best[K - 1u]) {
          var slot = K - 1u;
          while (slot > 0u && best[slot - 1u] > sum) {
            best[slot] = best[slot - 1u];
            index[slot] = index[slot - 1u];
            slot--;
          }
          best[slot] = sum;
          index[slot] = t * TILE + p;
        }
      }
    }
    workgroupBarrier();
  }

  if (valid) {
    for (var k = 0u; k < K; k++) {
      neighbours[id.x * K + k] = index[k];
      distances[id.x * K + k] = sqrt(best[k]);
    }
  }
}
