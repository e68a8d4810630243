// Fully connected layer Y = relu(X * transpose(W) + bias), with the weights stored one output feature per row:
// four rows by four features per invocation, straight from storage in vectors along the shared dimension.
struct Layer { rows: u32, features: u32, depth: u32 } // features and depth are multiples of 4

@group(0) @binding(0) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> weights: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> bias: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> y: array<vec4<f32>>;
@group(0) @binding(4) var<uniform> layer: Layer;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let row = id.y * 4u;
  if (row >= layer.rows || id.x * 4u >= layer.features) {
    return;
  }
  let depth = layer.depth / 4u;
  let firstX = row * depth;
  let firstW = id.x * 4u * depth;
  let start = bias[id.x];
  var s0 = start;
  var s1 = start;
  var s2 = start;
  var s3 = start;
  for (var k = 0u; k < depth; k++) {
    let w0 = weights[firstW + k];
    let w1 = weights[firstW + depth + k];
    let w2 = weights[firstW + 2u * depth + k];
    let w3 = weights[firstW + 3u * depth + k];
    let x0 = x[firstX + k];
    s0 += vec4<f32>(dot(x0, w0), dot(x0, w1), dot(x0, w2), dot(x0, w3));
    let x1 = x[firstX + depth + k];
    s1 += vec4<f32>(dot(x1, w0), dot(x1, w1), dot(x1, w2), dot(x1, w3));
    let x2 = x[firstX + 2u * depth + k];
    s2 += vec4<f32>(dot(x2, w0), dot(x2, w1), dot(x2, w2), dot(x2, w3));
    let x3 = x[firstX + 3u * depth + k];
    s3 += vec4<f32>(dot(x3, w0), dot(x3, w1), dot(x3, w2), dot(x3, w3));
  }
  let stride = layer.features / 4u;
  let zero = vec4<f32>();
  y[row * stride + id.x] = max(s0, zero);
  y[(row + 1u) * stride + id.x] = max(s1, zero);
  y[(row + 2u) * stride + id.x] = max(s2, zero);
  y[(row + 3u) * stride + id.x] = max(s3, zero);
}
