// Monte Carlo price of a European call under Heston's stochastic volatility: one path and its antithetic twin per
// invocation, full truncation Euler steps of the variance, normal deviates by Box and Muller from a counter-based
// generator.
struct Model {
  paths: u32,
  steps: u32,
  seed: u32,
  spot: f32,
  strike: f32,
  rate: f32,
  maturity: f32,
  variance: f32,
  meanVariance: f32,
  reversion: f32,
  volatility: f32,
  correlation: f32,
}

@group(0) @binding(0) var<storage, read_write> payoffs: array<f32>;
@group(0) @binding(1) var<uniform> model: Model;

fn scramble(x: u32) -> u32 {
  var h = x;
  h ^= h >> 16u;
  h *= 0x21f0aaadu;
  h ^= h >> 15u;
  h *= 0xd35a2d97u;
  h ^= h >> 15u;
  return h;
}

fn unit(x: u32) -> f32 {
  return (f32(x >> 8u) + 0.5) / 16777216.0;
}

fn normals(counter: u32, key: u32) -> vec2<f32> {
  let a = scramble(counter ^ key);
  let b = scramble(a + 0x9e3779b9u);
  let radius = sqrt(-2.0 * log(unit(a)));
  let angle = 6.2831853 * unit(b);
  return radius * vec2<f32>(cos(angle), sin(angle));
}

struct Path { logarithm: f32, variance: f32 }

fn advance(path: Path, z: vec2<f32>, dt: f32) -> Path {
  let variance = max(path.variance, 0.0);
  let deviation = sqrt(variance * dt);
  let mixed = model.correlation * z.x + sqrt(1.0 - model.correlation * model.correlation) * z.y;
  return Path(
    path.logarithm + (model.rate - 0.5 * variance) * dt + deviation * z.x,
    path.variance + model.reversion * (model.meanVariance - variance) * dt + model.volatility * deviation * mixed,
  );
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= model.paths) {
    return;
  }
  let dt = model.maturity / f32(model.steps);
  let key = scramble(id.x + model.seed);
  var path = Path(log(model.spot), model.variance);
  var twin = path;
  for (var step = 0u; step < model.steps; step++) {
    let z = normals(step, key);
    path = advance(path, z, dt);
    twin = advance(twin, -z, dt);
  }
  let payoff = max(exp(path.logarithm) - model.strike, 0.0) + max(exp(twin.logarithm) - model.strike, 0.0);
  payoffs[id.x] = 0.5 * payoff * exp(-model.rate * model.maturity);
}
