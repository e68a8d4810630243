// Covariances between two sets of centred series: the transpose of X times Y, over the number of samples.
// Both are stored sample by sample; one covariance per invocation.
struct Shape {
  samples: u32,
  factors: u32,
  assets: u32,
}

@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> x: array<f32>; // samples x factors
@group(0) @binding(2) var<storage, read> y: array<f32>; // samples x assets
@group(0) @binding(3) var<storage, read_write> covariance: array<f32>; // factors x assets

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let asset = id.x;
  let factor = id.y;
  if (asset >= shape.assets || factor >= shape.factors) {
    return;
  }
  var sum = 0.0;
  for (var n = 0u; n < shape.samples; n++) {
    sum += x[n * shape.factors + factor] * y[n * shape.assets + asset];
  }
  covariance[factor * shape.assets + asset] = sum / f32(shape.samples - 1u);
}
