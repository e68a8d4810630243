// Implied volatility of European calls: Newton's method inside a shrinking bracket, until the price fits.
// A quote is the option's time value as a part of the spot price.
struct Quote {
  spot: f32,
  strike: f32,
  years: f32,
  timeValue: f32,
}

@group(0) @binding(0) var<storage, read> spots: array<f32>;
@group(0) @binding(1) var<storage, read> strikes: array<f32>;
@group(0) @binding(2) var<storage, read> maturities: array<f32>;
@group(0) @binding(3) var<storage, read> timeValues: array<f32>;
@group(0) @binding(4) var<storage, read_write> volatilities: array<f32>;

override COUNT: u32;
const RATE = 0.03;
const MAX_ITERATIONS = 48;

fn normalDensity(x: f32) -> f32 {
  return 0.39894228 * exp(-0.5 * x * x);
}

fn normalCdf(x: f32) -> f32 {
  let t = 1.0 / (1.0 + 0.2316419 * abs(x));
  let poly = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  let tail = normalDensity(x) * poly;
  return select(tail, 1.0 - tail, x >= 0.0);
}

fn solve(quote: Quote) -> f32 {
  let discounted = quote.strike * exp(-RATE * quote.years);
  let price = max(quote.spot - discounted, 0.0) + quote.timeValue * quote.spot;
  let root = sqrt(quote.years);
  let moneyness = log(quote.spot / discounted);
  var low = 0.01;
  var high = 6.0;
  var sigma = clamp(2.5066283 * quote.timeValue / root, 0.1, 3.0);
  for (var i = 0; i < MAX_ITERATIONS; i++) {
    let d1 = moneyness / (sigma * root) + 0.5 * sigma * root;
    let d2 = d1 - sigma * root;
    let error = quote.spot * normalCdf(d1) - discounted * normalCdf(d2) - price;
    if (abs(error) < 2e-4 * quote.spot) {
      break;
    }
    if (error > 0.0) {
      high = sigma;
    } else {
      low = sigma;
    }
    let vega = quote.spot * root * normalDensity(d1);
    let next = sigma - error / max(vega, 1e-3);
    if (next > low && next < high) {
      sigma = next;
    } else {
      sigma = 0.5 * (low + high);
    }
  }
  return sigma;
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  if (i >= COUNT) {
    return;
  }
  volatilities[i] = solve(Quote(spots[i], strikes[i], maturities[i], timeValues[i]));
}
