// The eight nearest points to each query; the best so far are kept sorted in a private array with insertion.
const K = 8u;
@group(0) @binding(0) var<storage, read> points: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> queries: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read_write> nearest: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&queries)) { return; }
  let q = queries[id.x];
  var dist: array<f32, K>;
  var index: array<u32, K>;
  for (var k = 0u; k < K; k++) { dist[k] = 1e30; }
  for (var i = 0u; i < arrayLength(&points); i++) {
    let delta = points[i] - q;
    let d = dot(delta, delta);
    if (d < dist[K - 1u]) {
      var at = K - 1u;
      while (at > 0u && dist[at - 1u] > d) {
        dist[at] = dist[at - 1u];
        index[at] = index[at - 1u];
        at--;
      }
      dist[at] = d;
      index[at] = i;
    }
  }
  for (var k = 0u; k < K; k++) { nearest[id.x * K + k] = index[k]; }
}
