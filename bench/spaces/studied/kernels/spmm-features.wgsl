// Message passing of a graph network: every vertex gets the weighted mean of its neighbours' features, a sparse matrix
// (CSR) times a dense one, four features of a vertex per invocation.
@group(0) @binding(0) var<storage, read> rowStarts: array<u32>;
@group(0) @binding(1) var<storage, read> columns: array<u32>;
@group(0) @binding(2) var<storage, read> edgeWeights: array<f32>;
@group(0) @binding(3) var<storage, read> features: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> messages: array<vec4<f32>>;

override VERTICES: u32 = 65536;
override QUADS: u32 = 16; // of features
override SIZE_X: u32 = 16;
override SIZE_Y: u32 = 8;

@compute @workgroup_size(SIZE_X, SIZE_Y)
fn gather(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= QUADS || id.y >= VERTICES) {
    return;
  }
  let end = rowStarts[id.y + 1u];
  var sum = vec4<f32>(0.0);
  var weights = 1e-6;
  for (var edge = rowStarts[id.y]; edge < end; edge++) {
    let weight = edgeWeights[edge];
    sum += weight * features[columns[edge] * QUADS + id.x];
    weights += weight;
  }
  messages[id.y * QUADS + id.x] = sum / weights;
}
