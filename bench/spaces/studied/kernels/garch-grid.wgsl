// Log-likelihood of a GARCH(1,1) model with a leverage term for many sets of parameters and several series of
// returns: the variance of a day follows from the return and the variance of the day before.
struct Parameters {
  omega: f32,
  alpha: f32,
  beta: f32,
  gamma: f32,
}

struct Sizes {
  days: u32,
  sets: u32,
  series: u32,
}

@group(0) @binding(0) var<uniform> sizes: Sizes;
@group(0) @binding(1) var<storage, read> returns: array<f32>;
@group(0) @binding(2) var<storage, read> parameters: array<Parameters>;
@group(0) @binding(3) var<storage, read_write> likelihoods: array<f32>;

override SIZE: u32 = 64;

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= sizes.sets) {
    return;
  }
  let series = id.y;
  let p = parameters[id.x];
  // Raw parameters become positive ones whose persistence stays below 1.
  let share = 1.0 / (1.0 + p.alpha + p.beta + 0.5 * p.gamma);
  let alpha = p.alpha * share;
  let beta = p.beta * share;
  let gamma = p.gamma * share;
  let omega = 0.05 * p.omega + 1e-4;

  var variance = omega / max(1.0 - alpha - beta - 0.5 * gamma, 0.01);
  var sum = 0.0;
  for (var day = 0u; day < sizes.days; day++) {
    let r = returns[series * sizes.days + day];
    let square = r * r;
    sum += log(variance) + square / variance;
    let leverage = select(alpha, alpha + gamma, r < 0.0);
    variance = omega + leverage * square + beta * variance;
  }
  likelihoods[series * sizes.sets + id.x] = -0.5 * (sum + f32(sizes.days) * 1.8378771);
}
