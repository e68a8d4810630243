enable f16;
// Click probabilities by a field-aware factorization machine: every pair of a sample's features meets
// with the vector each has for the other's field. 32 invocations a sample, four samples a workgroup.
struct Shape {
  samples: u32,
  fields: u32,
  bias: f32,
}

@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> features: array<u32>;           // samples x fields
@group(0) @binding(2) var<storage, read> linear: array<f32>;
@group(0) @binding(3) var<storage, read> latent: array<vec4<f16>>;       // features x fields x 8
@group(0) @binding(4) var<storage, read_write> probability: array<f32>;

var<workgroup> ids: array<array<u32, 32>, 4>;
var<workgroup> sums: array<array<f32, 32>, 4>;

@compute @workgroup_size(32, 4)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let sample = min(id.y, shape.samples - 1u);
  let lane = local.x;
  let row = local.y;
  var score = 0.0;
  if (lane < shape.fields) {
    let f = features[sample * shape.fields + lane];
    ids[row][lane] = f;
    score = linear[f];
  }
  workgroupBarrier();

  let pairs = shape.fields * (shape.fields - 1u) / 2u;
  for (var p = lane; p < pairs; p += 32u) {
    var i = u32((1.0 + sqrt(1.0 + 8.0 * f32(p))) * 0.5);
    i -= select(0u, 1u, i * (i - 1u) / 2u > p);
    let j = p - i * (i - 1u) / 2u;
    let a = 2u * (ids[row][i] * shape.fields + j);
    let b = 2u * (ids[row][j] * shape.fields + i);
    score += dot(vec4f(latent[a]), vec4f(latent[b])) + dot(vec4f(latent[a + 1u]), vec4f(latent[b + 1u]));
  }
  sums[row][lane] = score;
  workgroupBarrier();
  for (var half = 16u; half > 0u; half >>= 1u) {
    if (lane < half) { sums[row][lane] += sums[row][lane + half]; }
    workgroupBarrier();
  }
  if (lane == 0u && id.y < shape.samples) {
    probability[id.y] = 1.0 / (1.0 + exp(-(sums[row][0] + shape.bias)));
  }
}
