// European call and put prices, one option per invocation and turn of a grid-stride loop.
struct Market { rate: f32, volatility: f32 }

@group(0) @binding(0) var<storage, read> spot: array<f32>;
@group(0) @binding(1) var<storage, read> strike: array<f32>;
@group(0) @binding(2) var<storage, read> expiry: array<f32>;
@group(0) @binding(3) var<storage, read_write> call: array<f32>;
@group(0) @binding(4) var<storage, read_write> put: array<f32>;
@group(0) @binding(5) var<uniform> market: Market;

const SIZE = 128u;

// Cumulative normal distribution, Abramowitz and Stegun 26.2.17.
fn cumulativeNormal(x: f32) -> f32 {
  let t = 1.0 / (1.0 + 0.2316419 * abs(x));
  let series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  let upper = 0.39894228 * exp(-0.5 * x * x) * series;
  return select(upper, 1.0 - upper, x >= 0.0);
}

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  for (var i = id.x; i < arrayLength(&spot); i += groups.x * SIZE) {
    let s = spot[i];
    let t = expiry[i];
    let deviation = market.volatility * sqrt(t);
    let d1 = (log(s / strike[i]) + (market.rate + 0.5 * market.volatility * market.volatility) * t) / deviation;
    let n1 = cumulativeNormal(d1);
    let n2 = cumulativeNormal(d1 - deviation);
    let discounted = strike[i] * exp(-market.rate * t);
    call[i] = s * n1 - discounted * n2;
    put[i] = discounted * (1.0 - n2) - s * (1.0 - n1);
  }
}
