// European call and put prices by the Black-Scholes formula: special functions between streams of memory.
@group(0) @binding(0) var<storage, read> prices: array<f32>;
@group(0) @binding(1) var<storage, read> strikes: array<f32>;
@group(0) @binding(2) var<storage, read> years: array<f32>;
@group(0) @binding(3) var<storage, read_write> calls: array<f32>;
@group(0) @binding(4) var<storage, read_write> puts: array<f32>;

const RATE = 0.02;
const VOLATILITY = 0.30;

// Cumulative normal distribution: Abramowitz and Stegun, formula 26.2.17.
fn normal(d: f32) -> f32 {
  let k = 1.0 / (1.0 + 0.2316419 * abs(d));
  let polynomial = k * (0.319381530 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
  let tail = 0.3989422804 * exp(-0.5 * d * d) * polynomial;
  return select(tail, 1.0 - tail, d > 0.0);
}

@compute @workgroup_size(128)
fn blackScholes(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  if (i >= arrayLength(&prices)) {
    return;
  }
  let root = sqrt(years[i]);
  let d1 = (log(prices[i] / strikes[i]) + (RATE + 0.5 * VOLATILITY * VOLATILITY) * years[i]) / (VOLATILITY * root);
  let d2 = d1 - VOLATILITY * root;
  let discounted = strikes[i] * exp(-RATE * years[i]);
  calls[i] = prices[i] * normal(d1) - discounted * normal(d2);
  puts[i] = discounted * (1.0 - normal(d2)) - prices[i] * (1.0 - normal(d1));
}
