// Overlap matrix of contracted s-type Gaussian shells: six primitives each, so 36 terms per pair of shells.
// Only the lower triangle is computed; both halves are written.
const PRIMS = 6u;
const PI = 3.14159265;

struct Basis { shells: u32, cutoff: f32 }

@group(0) @binding(0) var<uniform> basis: Basis;
@group(0) @binding(1) var<storage, read> centres: array<vec4f>;
@group(0) @binding(2) var<storage, read> exponents: array<f32>;
@group(0) @binding(3) var<storage, read> coefficients: array<f32>;
@group(0) @binding(4) var<storage, read_write> overlap: array<f32>;

@compute @workgroup_size(16, 16)
fn pairs(@builtin(global_invocation_id) id: vec3u) {
  let j = id.x;
  let i = id.y;
  if (i >= basis.shells || j > i) { return; }
  let d = centres[i].xyz - centres[j].xyz;
  let r2 = dot(d, d);
  var s = 0.0;
  for (var a = 0u; a < PRIMS; a++) {
    let alpha = exponents[i * PRIMS + a];
    let ca = coefficients[i * PRIMS + a];
    for (var b = 0u; b < PRIMS; b++) {
      let beta = exponents[j * PRIMS + b];
      let p = alpha + beta;
      let x = alpha * beta / p * r2;
      if (x > basis.cutoff) { continue; }
      s += ca * coefficients[j * PRIMS + b] * pow(PI / p, 1.5) * exp(-x);
    }
  }
  overlap[i * basis.shells + j] = s;
  overlap[j * basis.shells + i] = s;
}
