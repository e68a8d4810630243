// Coulomb matrix of quantum chemistry over s-type Gaussians: for each pair of shells, the sum over all pairs of the
// density times (ss|ss), by the Boys function of order zero, screened by the Schwarz bound.
@group(0) @binding(0) var<storage, read> bra: array<vec4<f32>>;       // centre and exponent of a product
@group(0) @binding(1) var<storage, read> braFactor: array<vec2<f32>>; // prefactor and Schwarz bound
@group(0) @binding(2) var<storage, read> ket: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> ketFactor: array<vec2<f32>>; // prefactor times density, and bound
@group(0) @binding(4) var<storage, read_write> coulomb: array<f32>;

override THRESHOLD: f32 = 0.02;
const LANES = 128u;
const TWO_PI_5_2 = 34.98683666;

var<workgroup> tile: array<vec4<f32>, LANES>;
var<workgroup> tileFactor: array<vec2<f32>, LANES>;

// F0(t) = sqrt(pi / t) / 2 * erf(sqrt(t))
fn boys0(t: f32) -> f32 {
  if (t < 0.3) {
    return 1.0 + t * (-0.333333333 + t * (0.1 + t * (-0.0238095238 + t * (0.00462962963 - t * 0.000757575758))));
  }
  let inverse = inverseSqrt(t);
  if (t > 28.0) {
    return 0.886226925 * inverse;
  }
  let x = t * inverse;
  let k = 1.0 / (1.0 + 0.3275911 * x);
  let series = k * (0.254829592 + k * (-0.284496736 + k * (1.421413741 + k * (-1.453152027 + k * 1.061405429))));
  return 0.886226925 * inverse * (1.0 - series * exp(-t));
}

@compute @workgroup_size(LANES)
fn coulombJ(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let pairs = arrayLength(&bra);
  let kets = arrayLength(&ket);
  let mine = min(id.x, pairs - 1u);
  let p = bra[mine];
  let factor = braFactor[mine];
  var sum = 0.0;
  for (var start = 0u; start < kets; start += LANES) {
    let source = start + lane;
    tile[lane] = vec4<f32>(0.0, 0.0, 0.0, 1.0);
    tileFactor[lane] = vec2<f32>(0.0);
    if (source < kets) {
      tile[lane] = ket[source];
      tileFactor[lane] = ketFactor[source];
    }
    workgroupBarrier();
    for (var k = 0u; k < LANES; k++) {
      let f = tileFactor[k];
      if (f.y * factor.y < THRESHOLD) {
        continue;
      }
      let q = tile[k];
      let d = p.xyz - q.xyz;
      let total = p.w + q.w;
      let product = p.w * q.w;
      let t = product / total * dot(d, d);
      sum += f.x / (product * sqrt(total)) * boys0(t);
    }
    workgroupBarrier();
  }
  if (id.x < pairs) {
    coulomb[id.x] = TWO_PI_5_2 * factor.x * sum;
  }
}
