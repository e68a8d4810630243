// European call and put prices, four options per invocation in vectors.
struct Market { rate: f32, volatility: f32 }

@group(0) @binding(0) var<storage, read> spot: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> strike: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> expiry: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> call: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> put: array<vec4<f32>>;
@group(0) @binding(5) var<uniform> market: Market;

fn cumulativeNormal(x: vec4<f32>) -> vec4<f32> {
  let t = 1.0 / (1.0 + 0.2316419 * abs(x));
  let series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  let upper = 0.39894228 * exp(-0.5 * x * x) * series;
  return select(upper, 1.0 - upper, x >= vec4<f32>(0.0));
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  if (i >= arrayLength(&spot)) {
    return;
  }
  let s = spot[i];
  let k = strike[i];
  let t = expiry[i];
  let deviation = market.volatility * sqrt(t);
  let d1 = (log(s / k) + (market.rate + 0.5 * market.volatility * market.volatility) * t) / deviation;
  let n1 = cumulativeNormal(d1);
  let n2 = cumulativeNormal(d1 - deviation);
  let discounted = k * exp(-market.rate * t);
  call[i] = s * n1 - discounted * n2;
  put[i] = discounted * (1.0 - n2) - s * (1.0 - n1);
}
