// Yield curves: fits Nelson-Siegel (level, slope, curvature and decay) to each day's quotes. For a given decay the
// rest is linear least squares; the decay is found on a grid and then by golden section.
const QUOTES = 12u;
const GRID = 20u;
const RATIO = 0.618034;

struct Market {
  days: u32,
  shortest: f32,
  longest: f32,
  tolerance: f32,
  maturities: array<vec4<f32>, 3>,   // years
}

struct Fit {
  beta: vec3<f32>,
  error: f32,
}

@group(0) @binding(0) var<uniform> market: Market;
@group(0) @binding(1) var<storage, read> yields: array<f32>;     // quote-major
@group(0) @binding(2) var<storage, read_write> curves: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> errors: array<f32>;

var<private> quote: array<f32, 12>;

fn fit(decay: f32) -> Fit {
  var s01 = 0.0; var s02 = 0.0; var s11 = 0.0; var s12 = 0.0; var s22 = 0.0;
  var rhs = vec3<f32>(0.0);
  var yy = 0.0;
  for (var i = 0u; i < QUOTES; i++) {
    let x = market.maturities[i / 4u][i % 4u] / decay;
    let e = exp(-x);
    let l1 = (1.0 - e) / x;
    let l2 = l1 - e;
    let y = quote[i];
    s01 += l1;
    s02 += l2;
    s11 += l1 * l1;
    s12 += l1 * l2;
    s22 += l2 * l2;
    rhs += vec3<f32>(y, l1 * y, l2 * y);
    yy += y * y;
  }
  let n = f32(QUOTES);
  // Cramer's rule
  let c0 = s11 * s22 - s12 * s12;
  let c1 = s02 * s12 - s01 * s22;
  let c2 = s01 * s12 - s02 * s11;
  let determinant_ = n * c0 + s01 * c1 + s02 * c2;
  let inverse = 1.0 / max(determinant_, 1e-8);
  let beta = vec3<f32>(
    dot(vec3<f32>(c0, c1, c2), rhs),
    dot(vec3<f32>(c1, n * s22 - s02 * s02, s01 * s02 - n * s12), rhs),
    dot(vec3<f32>(c2, s01 * s02 - n * s12, n * s11 - s01 * s01), rhs)) * inverse;
  return Fit(beta, yy - dot(beta, rhs));
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
  let day = gid.x;
  if (day >= market.days) {
    return;
  }
  for (var i = 0u; i < QUOTES; i++) {
    quote[i] = yields[i * market.days + day];
  }

  let step = (market.longest - market.shortest) / f32(GRID - 1u);
  var best = market.shortest;
  var lowest = 1e30;
  for (var k = 0u; k < GRID; k++) {
    let decay = market.shortest + step * f32(k);
    let f = fit(decay);
    if (f.error < lowest) {
      lowest = f.error;
      best = decay;
    }
  }

  var lo = max(best - step, market.shortest);
  var hi = min(best + step, market.longest);
  var x1 = hi - RATIO * (hi - lo);
  var x2 = lo + RATIO * (hi - lo);
  var f1 = fit(x1).error;
  var f2 = fit(x2).error;
  for (var iteration = 0u; iteration < 30u && hi - lo > market.tolerance * hi; iteration++) {
    if (f1 < f2) {
      hi = x2;
      x2 = x1;
      f2 = f1;
      x1 = hi - RATIO * (hi - lo);
      f1 = fit(x1).error;
    } else {
      lo = x1;
      x1 = x2;
      f1 = f2;
      x2 = lo + RATIO * (hi - lo);
      f2 = fit(x2).error;
    }
  }
  let decay = 0.5 * (lo + hi);
  let final_ = fit(decay);
  curves[day] = vec4<f32>(final_.beta, decay);
  errors[day] = final_.error;
}
