// Expectation step of a Gaussian mixture with diagonal covariances, eight features: the probability of every component
// for every sample (component-major) and the sample's log likelihood.
struct Component {
  mean: array<vec4<f32>, 2>,
  inverseVariance: array<vec4<f32>, 2>,
}

struct Model {
  samples: u32,
  components: u32,
}

@group(0) @binding(0) var<storage, read> samples: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> components: array<Component>;
@group(0) @binding(2) var<storage, read> logWeights: array<f32>; // with the normalization of the Gaussian
@group(0) @binding(3) var<storage, read_write> posteriors: array<f32>;
@group(0) @binding(4) var<storage, read_write> likelihoods: array<f32>;
@group(0) @binding(5) var<uniform> model: Model;

fn logDensity(k: u32, low: vec4<f32>, high: vec4<f32>) -> f32 {
  let a = low - components[k].mean[0];
  let b = high - components[k].mean[1];
  return logWeights[k] - 0.5 * (dot(a * a, components[k].inverseVariance[0]) + dot(b * b, components[k].inverseVariance[1]));
}

@compute @workgroup_size(128)
fn expectation(@builtin(global_invocation_id) id: vec3<u32>) {
  let sample = id.x;
  if (sample >= model.samples) {
    return;
  }
  let low = samples[2u * sample];
  let high = samples[2u * sample + 1u];
  var highest = -1e30;
  var total = 0.0;
  for (var k = 0u; k < model.components; k++) {
    let density = logDensity(k, low, high);
    if (density > highest) {
      total = total * exp(highest - density) + 1.0;
      highest = density;
    } else {
      total += exp(density - highest);
    }
  }
  let likelihood = highest + log(total);
  likelihoods[sample] = likelihood;
  for (var k = 0u; k < model.components; k++) {
    posteriors[k * model.samples + sample] = exp(logDensity(k, low, high) - likelihood);
  }
}
