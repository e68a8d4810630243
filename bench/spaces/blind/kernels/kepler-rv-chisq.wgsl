// Search for planets in radial velocities: chi-squared of the best Keplerian orbit for each
// period (x) and each eccentricity with time of periastron (y). Amplitude, orientation and
// systemic velocity enter linearly and are solved for.

const TAU = 6.283185307;
const NEWTON_STEPS = 5;

struct Search {
  observations: u32,
  periods: u32,
  eccentricities: u32,
  phases: u32,
  frequency_min: f32, // 1/day
  frequency_step: f32,
}

@group(0) @binding(0) var<storage, read> days: array<f32>;
@group(0) @binding(1) var<storage, read> velocities: array<f32>; // m/s
@group(0) @binding(2) var<storage, read> errors: array<f32>;
@group(0) @binding(3) var<storage, read_write> chi_squared: array<f32>;
@group(0) @binding(4) var<uniform> search: Search;

fn eccentric_anomaly(mean_anomaly: f32, e: f32) -> f32 {
  var guess = mean_anomaly + e * sin(mean_anomaly);
  for (var i = 0; i < NEWTON_STEPS; i++) {
    guess -= (guess - e * sin(guess) - mean_anomaly) / (1.0 - e * cos(guess));
  }
  return guess;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let shapes = search.eccentricities * search.phases;
  if (id.x >= search.periods || id.y >= shapes) {
    return;
  }
  let frequency = search.frequency_min + search.frequency_step * f32(id.x);
  let e = 0.9 * f32(id.y / search.phases) / f32(search.eccentricities);
  let start = f32(id.y % search.phases) / f32(search.phases);
  let minor = sqrt(1.0 - e * e);

  // Weighted normal equations for v = A cos(nu) + B sin(nu) + C.
  var wc = 0.0;
  var ws = 0.0;
  var w1 = 0.0;
  var cc = 0.0;
  var cs = 0.0;
  var ss = 0.0;
  var vc = 0.0;
  var vs = 0.0;
  var v1 = 0.0;
  var vv = 0.0;
  for (var i = 0u; i < search.observations; i++) {
    let mean_anomaly = TAU * fract(days[i] * frequency - start);
    let anomaly = eccentric_anomaly(mean_anomaly, e);
    let distance = 1.0 / (1.0 - e * cos(anomaly));
    let c = (cos(anomaly) - e) * distance;
    let s = minor * sin(anomaly) * distance;
    let w = 1.0 / (errors[i] * errors[i]);
    let v = velocities[i];
    w1 += w;
    wc += w * c;
    ws += w * s;
    cc += w * c * c;
    cs += w * c * s;
    ss += w * s * s;
    v1 += w * v;
    vc += w * v * c;
    vs += w * v * s;
    vv += w * v * v;
  }

  // Take the means out, then solve the two equations that are left.
  let cc0 = cc - wc * wc / w1;
  let cs0 = cs - wc * ws / w1;
  let ss0 = ss - ws * ws / w1;
  let vc0 = vc - wc * v1 / w1;
  let vs0 = vs - ws * v1 / w1;
  let determinant = max(cc0 * ss0 - cs0 * cs0, 1e-12);
  let a = (vc0 * ss0 - vs0 * cs0) / determinant;
  let b = (vs0 * cc0 - vc0 * cs0) / determinant;
  chi_squared[id.y * search.periods + id.x] = vv - v1 * v1 / w1 - a * vc0 - b * vs0;
}
