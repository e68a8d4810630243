// European call and put prices, one option per invocation; everything else is left to transformations.
@group(0) @binding(0) var<storage, read> spot: array<f32>;
@group(0) @binding(1) var<storage, read> strike: array<f32>;
@group(0) @binding(2) var<storage, read> expiry: array<f32>;
@group(0) @binding(3) var<storage, read_write> call: array<f32>;
@group(0) @binding(4) var<storage, read_write> put: array<f32>;

override COUNT: u32;
const RATE = 0.02;
const VOLATILITY = 0.3;

// Cumulative normal distribution, Abramowitz and Stegun 26.2.17.
fn cumulativeNormal(x: f32) -> f32 {
  let t = 1.0 / (1.0 + 0.2316419 * abs(x));
  let series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  let upper = 0.39894228 * exp(-0.5 * x * x) * series;
  return select(upper, 1.0 - upper, x >= 0.0);
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  if (i >= COUNT) {
    return;
  }
  let s = spot[i];
  let t = expiry[i];
  let deviation = VOLATILITY * sqrt(t);
  let d1 = (log(s / strike[i]) + (RATE + 0.5 * VOLATILITY * VOLATILITY) * t) / deviation;
  let n1 = cumulativeNormal(d1);
  let n2 = cumulativeNormal(d1 - deviation);
  let discounted = strike[i] * exp(-RATE * t);
  call[i] = s * n1 - discounted * n2;
  put[i] = discounted * (1.0 - n2) - s * (1.0 - n1);
}
