// Monte Carlo price of an arithmetic Asian call under Heston's stochastic volatility, one path per invocation
// (full truncation Euler); each workgroup leaves the sum and the sum of squares of its payoffs.
struct Model {
  spot: f32,
  strike: f32,
  rate: f32,
  maturity: f32,
  v0: f32,
  kappa: f32,
  theta: f32,
  sigma: f32,
  rho: f32,
  steps: u32,
  paths: u32,
  seed: u32,
}

const SIZE = 64u;

@group(0) @binding(0) var<uniform> model: Model;
@group(0) @binding(1) var<storage, read_write> sums: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read_write> terminal: array<vec2<f32>>;

var<workgroup> partial: array<vec2<f32>, SIZE>;
var<private> state: u32;

fn next() -> u32 {
  state = state * 747796405u + 2891336453u;
  let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return (word >> 22u) ^ word;
}

fn uniformFloat() -> f32 {
  return (f32(next() >> 8u) + 0.5) * (1.0 / 16777216.0);
}

fn gaussians() -> vec2<f32> {
  let r = sqrt(-2.0 * log(uniformFloat()));
  let a = 6.2831853 * uniformFloat();
  return r * vec2<f32>(cos(a), sin(a));
}

@compute @workgroup_size(SIZE)
fn paths(@builtin(global_invocation_id) id: vec3<u32>, @builtin(workgroup_id) group: vec3<u32>,
         @builtin(local_invocation_index) lane: u32) {
  state = (id.x * 0x9e3779b9u) ^ model.seed;
  _ = next();

  let dt = model.maturity / f32(model.steps);
  let sqrtDt = sqrt(dt);
  let rhoBar = sqrt(1.0 - model.rho * model.rho);
  var logSpot = log(model.spot);
  var variance = model.v0;
  var average = 0.0;
  for (var step = 0u; step < model.steps; step++) {
    let z = gaussians();
    let v = max(variance, 0.0);
    let vol = sqrt(v) * sqrtDt;
    logSpot += (model.rate - 0.5 * v) * dt + vol * z.x;
    variance += model.kappa * (model.theta - v) * dt + model.sigma * vol * (model.rho * z.x + rhoBar * z.y);
    average += exp(logSpot);
  }
  average /= f32(model.steps);

  let payoff = select(0.0, max(average - model.strike, 0.0) * exp(-model.rate * model.maturity), id.x < model.paths);
  if (id.x < model.paths) {
    terminal[id.x] = vec2<f32>(logSpot, variance);
  }
  partial[lane] = vec2<f32>(payoff, payoff * payoff);
  workgroupBarrier();
  for (var half = SIZE / 2u; half > 0u; half /= 2u) {
    if (lane < half) {
      partial[lane] += partial[lane + half];
    }
    workgroupBarrier();
  }
  if (lane == 0u) {
    sums[group.x] = partial[0];
  }
}
