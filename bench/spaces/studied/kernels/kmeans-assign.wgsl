// The first half of a k-means iteration: the closest of the centroids, which fit into workgroup memory.
struct Clustering {
  points: u32,
  clusters: u32,   // at most 160
}

const QUADS = 6u;   // 24 features
const MOST = 160u;

@group(0) @binding(0) var<uniform> clustering: Clustering;
@group(0) @binding(1) var<storage, read> points: array<vec4f>;
@group(0) @binding(2) var<storage, read> centroids: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> labels: array<u32>;
@group(0) @binding(4) var<storage, read_write> distances: array<f32>;

var<workgroup> centres: array<vec4f, MOST * QUADS>;

@compute @workgroup_size(128)
fn assign(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = lane; i < clustering.clusters * QUADS; i += 128u) {
    centres[i] = centroids[i];
  }
  workgroupBarrier();
  if (id.x >= clustering.points) { return; }

  var point: array<vec4f, QUADS>;
  for (var q = 0u; q < QUADS; q++) {
    point[q] = points[id.x * QUADS + q];
  }
  var best = 3.4e38;
  var label = 0u;
  for (var c = 0u; c < clustering.clusters; c++) {
    var distance = 0.0;
    for (var q = 0u; q < QUADS; q++) {
      let d = point[q] - centres[c * QUADS + q];
      distance += dot(d, d);
    }
    if (distance < best) {
      best = distance;
      label = c;
    }
  }
  labels[id.x] = label;
  distances[id.x] = best;
}
