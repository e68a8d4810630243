// All city-block distances between two sets of feature vectors, both stored feature by feature. Each invocation
// keeps a tile of 3 queries by 5 points in registers; the sets divide evenly into such tiles.
override QUERIES: u32 = 3000u;
override POINTS: u32 = 4000u;
override FEATURES: u32 = 96u;

const TILE_QUERIES = 3u;
const TILE_POINTS = 5u;

@group(0) @binding(0) var<storage, read> queries: array<f32>;
@group(0) @binding(1) var<storage, read> points: array<f32>;
@group(0) @binding(2) var<storage, read_write> distances: array<f32>;

@compute @workgroup_size(32, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let firstPoint = id.x * TILE_POINTS;
  let firstQuery = id.y * TILE_QUERIES;
  if (firstPoint >= POINTS || firstQuery >= QUERIES) {
    return;
  }
  var sums: array<array<f32, TILE_POINTS>, TILE_QUERIES>;
  for (var feature = 0u; feature < FEATURES; feature++) {
    var ours: array<f32, TILE_QUERIES>;
    var theirs: array<f32, TILE_POINTS>;
    for (var q = 0u; q < TILE_QUERIES; q++) {
      ours[q] = queries[feature * QUERIES + firstQuery + q];
    }
    for (var p = 0u; p < TILE_POINTS; p++) {
      theirs[p] = points[feature * POINTS + firstPoint + p];
    }
    for (var q = 0u; q < TILE_QUERIES; q++) {
      for (var p = 0u; p < TILE_POINTS; p++) {
        sums[q][p] += abs(ours[q] - theirs[p]);
      }
    }
  }
  for (var q = 0u; q < TILE_QUERIES; q++) {
    for (var p = 0u; p < TILE_POINTS; p++) {
      distances[(firstQuery + q) * POINTS + firstPoint + p] = sums[q][p];
    }
  }
}
