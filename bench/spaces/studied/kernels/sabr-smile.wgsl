// Hagan's SABR approximation over a surface: implied volatility and the price of a call at each strike.

struct Slice {
  forward: f32,
  expiry: f32,
  alpha: f32,
  beta: f32,
  rho: f32,
  nu: f32,
}

@group(0) @binding(0) var<storage, read> slices: array<Slice>;
@group(0) @binding(1) var<storage, read> strikes: array<f32>;
@group(0) @binding(2) var<storage, read_write> surface: array<vec2f>;

fn normal_cdf(x: f32) -> f32 {
  let t = 1.0 / (1.0 + 0.2316419 * abs(x));
  let tail = 0.39894228 * exp(-0.5 * x * x) * t
    * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return select(tail, 1.0 - tail, x > 0.0);
}

fn sabr_volatility(s: Slice, strike: f32) -> f32 {
  let one_beta = 1.0 - s.beta;
  let log_fk = log(s.forward / strike);
  let fk = pow(s.forward * strike, 0.5 * one_beta);
  let b2 = one_beta * one_beta * log_fk * log_fk;
  var ratio = 1.0;
  let z = s.nu / s.alpha * fk * log_fk;
  if (abs(z) > 1e-3) {
    let x = log((sqrt(1.0 - 2.0 * s.rho * z + z * z) + z - s.rho) / (1.0 - s.rho));
    ratio = z / x;
  }
  let correction = 1.0 + s.expiry * (
    one_beta * one_beta / 24.0 * s.alpha * s.alpha / (fk * fk)
    + 0.25 * s.rho * s.beta * s.nu * s.alpha / fk
    + (2.0 - 3.0 * s.rho * s.rho) / 24.0 * s.nu * s.nu);
  return s.alpha / (fk * (1.0 + b2 / 24.0 + b2 * b2 / 1920.0)) * ratio * correction;
}

@compute @workgroup_size(32, 4)
fn smile(@builtin(global_invocation_id) gid: vec3u) {
  let columns = arrayLength(&strikes);
  if (gid.x >= columns || gid.y >= arrayLength(&slices)) {
    return;
  }
  let s = slices[gid.y];
  let strike = strikes[gid.x];
  let vol = sabr_volatility(s, strike);
  let total = max(vol * sqrt(s.expiry), 1e-6);
  let d1 = log(s.forward / strike) / total + 0.5 * total;
  let call = s.forward * normal_cdf(d1) - strike * normal_cdf(d1 - total);
  surface[gid.y * columns + gid.x] = vec2f(vol, call);
}
