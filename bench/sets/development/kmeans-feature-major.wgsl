// K-means, nearest centre per point; one array per feature, so lanes read side by side. A point's features stay
// in registers, the centres in workgroup memory.
@group(0) @binding(0) var<storage, read> features: array<f32>; // FEATURES x points
@group(0) @binding(1) var<storage, read> centers: array<f32>; // CLUSTERS x FEATURES
@group(0) @binding(2) var<storage, read_write> membership: array<u32>;

override CLUSTERS: u32;
const FEATURES = 16u;
const SIZE = 128u;
var<workgroup> near: array<f32, CLUSTERS * FEATURES>;

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  for (var i = lane; i < CLUSTERS * FEATURES; i += SIZE) {
    near[i] = centers[i];
  }
  workgroupBarrier();
  let points = arrayLength(&membership);
  if (id.x >= points) {
    return;
  }
  var place: array<f32, FEATURES>;
  for (var i = 0u; i < FEATURES; i++) {
    place[i] = features[i * points + id.x];
  }
  var nearest = 0u;
  var least = 3.4e38;
  for (var cluster = 0u; cluster < CLUSTERS; cluster++) {
    var distance = 0.0;
    for (var i = 0u; i < FEATURES; i++) {
      let difference = place[i] - near[cluster * FEATURES + i];
      distance += difference * difference;
    }
    if (distance < least) {
      least = distance;
      nearest = cluster;
    }
  }
  membership[id.x] = nearest;
}
