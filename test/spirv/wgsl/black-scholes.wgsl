struct Parameters { count: u32, rate: f32, volatility: f32 }
@group(0) @binding(0) var<storage, read> options: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> prices: array<vec2<f32>>;
@group(0) @binding(2) var<uniform> market: Parameters;

fn normal(d: f32) -> f32 {
  let k = 1.0 / (1.0 + 0.2316419 * abs(d));
  var tail = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
  tail *= 0.39894228 * exp(-0.5 * d * d);
  return select(tail, 1.0 - tail, d > 0.0);
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  if (i >= market.count) { return; }
  let price = options[i].x;
  let strike = options[i].y;
  let years = options[i].z;
  let root = sqrt(years);
  let d1 = (log(price / strike) + (market.rate + 0.5 * market.volatility * market.volatility) * years) / (market.volatility * root);
  let d2 = d1 - market.volatility * root;
  let discount = strike * exp(-market.rate * years);
  let call = price * normal(d1) - discount * normal(d2);
  prices[i] = vec2<f32>(call, call + discount - price);
}
