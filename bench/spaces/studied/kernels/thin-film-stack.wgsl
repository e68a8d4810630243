// Reflectance of multilayer coatings by the transfer matrix method, s polarisation: x is the wavelength, y the
// angle of incidence, z the candidate design. Layers may absorb.
struct Sweep {
  wavelengths: u32,
  angles: u32,
  layers: u32,
  firstNm: f32,
  stepNm: f32,
  stepAngle: f32,
  substrate: f32,
}

@group(0) @binding(0) var<uniform> sweep: Sweep;
@group(0) @binding(1) var<storage, read> refraction: array<f32>;
@group(0) @binding(2) var<storage, read> extinction: array<f32>;
@group(0) @binding(3) var<storage, read> thickness: array<f32>;
@group(0) @binding(4) var<storage, read_write> reflectance: array<f32>;

fn cmul(a: vec2f, b: vec2f) -> vec2f {
  return vec2f(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

fn cdiv(a: vec2f, b: vec2f) -> vec2f {
  let d = dot(b, b);
  return vec2f(dot(a, b), a.y * b.x - a.x * b.y) / d;
}

fn csqrt(z: vec2f) -> vec2f {
  let m = length(z);
  let re = sqrt(max(0.5 * (m + z.x), 0.0));
  let im = sqrt(max(0.5 * (m - z.x), 0.0));
  return vec2f(re, select(im, -im, z.y < 0.0));
}

@compute @workgroup_size(64)
fn spectrum(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= sweep.wavelengths || id.y >= sweep.angles) { return; }
  let lambda = sweep.firstNm + sweep.stepNm * f32(id.x);
  let sinT = sin(sweep.stepAngle * f32(id.y));
  let cosT = sqrt(1.0 - sinT * sinT);
  let k0 = 6.2831853 / lambda;

  var m00 = vec2f(1.0, 0.0);
  var m01 = vec2f(0.0);
  var m10 = vec2f(0.0);
  var m11 = vec2f(1.0, 0.0);
  let first = id.z * sweep.layers;
  for (var l = 0u; l < sweep.layers; l++) {
    // Cauchy dispersion
    let n = vec2f(refraction[first + l] + 4000.0 / (lambda * lambda), -extinction[first + l]);
    let n2 = cmul(n, n);
    let eta = csqrt(n2 - vec2f(sinT * sinT, 0.0));
    let delta = eta * k0 * thickness[first + l];
    let c = cos(delta.x);
    let s = sin(delta.x);
    let e = exp(delta.y);
    let ch = 0.5 * (e + 1.0 / e);
    let sh = 0.5 * (e - 1.0 / e);
    let cd = vec2f(c * ch, -s * sh);
    let sd = vec2f(s * ch, c * sh);
    let isd = vec2f(-sd.y, sd.x);
    let a01 = cdiv(isd, eta);
    let a10 = cmul(isd, eta);
    let t00 = cmul(m00, cd) + cmul(m01, a10);
    let t01 = cmul(m00, a01) + cmul(m01, cd);
    let t10 = cmul(m10, cd) + cmul(m11, a10);
    let t11 = cmul(m10, a01) + cmul(m11, cd);
    m00 = t00;
    m01 = t01;
    m10 = t10;
    m11 = t11;
  }
  let etaS = sqrt(sweep.substrate * sweep.substrate - sinT * sinT);
  let b = m00 + m01 * etaS;
  let y = m10 + m11 * etaS;
  let r = cdiv(b * cosT - y, b * cosT + y);
  reflectance[(id.z * sweep.angles + id.y) * sweep.wavelengths + id.x] = dot(r, r);
}
