// Bootstraps piecewise constant hazard rates from CDS par spreads, one name (in one scenario) per invocation:
// for each tenor, Newton on the forward hazard until premium and protection legs balance.
struct Curve {
  names: u32,
  tenors: u32,
  maxIterations: u32,
  tolerance: f32,
  ends: array<vec4u, 2>,       // last quarter of each tenor
  discount: array<vec4f, 12>,  // per quarter
}

@group(0) @binding(0) var<storage, read> spreads: array<f32>;    // [tenor][name]
@group(0) @binding(1) var<storage, read> recovery: array<f32>;
@group(0) @binding(2) var<storage, read_write> hazards: array<f32>; // [tenor][name]
@group(0) @binding(3) var<uniform> curve: Curve;

fn discount(q: u32) -> f32 {
  return curve.discount[q >> 2u][q & 3u];
}

@compute @workgroup_size(64)
fn bootstrap(@builtin(global_invocation_id) id: vec3u) {
  let name = id.x;
  if (name >= curve.names) {
    return;
  }
  let lgd = 1.0 - recovery[name];
  var annuity = 0.0;    // of the tenors that are done
  var protection = 0.0;
  var survival = 1.0;
  var first = 0u;
  for (var t = 0u; t < curve.tenors; t++) {
    let spread = spreads[t * curve.names + name];
    let last = curve.ends[t >> 2u][t & 3u];
    var h = spread / lgd;
    var a = 0.0;
    var p = 0.0;
    var s = survival;
    for (var n = 0u; n < curve.maxIterations; n++) {
      a = 0.0;
      p = 0.0;
      var da = 0.0;
      var dp = 0.0;
      s = survival;
      var before = survival;
      var dBefore = 0.0;
      for (var q = first; q < last; q++) {
        let years = 0.25 * f32(q - first + 1u);
        s = survival * exp(-h * years);
        let ds = -years * s;
        let df = discount(q);
        a += df * 0.125 * (before + s);   // accrual on default at mid-period
        da += df * 0.125 * (dBefore + ds);
        p += df * (before - s);
        dp += df * (dBefore - ds);
        before = s;
        dBefore = ds;
      }
      let value = spread * (annuity + a) - lgd * (protection + p);
      if (abs(value) < curve.tolerance) {
        break;
      }
      let slope = spread * da - lgd * dp;
      h = max(h - value / slope, 1e-5);
    }
    hazards[t * curve.names + name] = h;
    annuity += a;
    protection += p;
    survival = s;
    first = last;
  }
}
