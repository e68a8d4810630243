// K-means, nearest centre per point; the features of a point lie side by side, so lanes read far apart.
struct Shape { points: u32, features: u32, clusters: u32 }

@group(0) @binding(0) var<storage, read> points: array<f32>;
@group(0) @binding(1) var<storage, read> centers: array<f32>;
@group(0) @binding(2) var<storage, read_write> membership: array<u32>;
@group(0) @binding(3) var<uniform> shape: Shape;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= shape.points) {
    return;
  }
  var nearest = 0u;
  var least = 3.4e38;
  for (var cluster = 0u; cluster < shape.clusters; cluster++) {
    var distance = 0.0;
    for (var i = 0u; i < shape.features; i++) {
      let difference = points[id.x * shape.features + i] - centers[cluster * shape.features + i];
      distance += difference * difference;
    }
    if (distance < least) {
      least = distance;
      nearest = cluster;
    }
  }
  membership[id.x] = nearest;
}
