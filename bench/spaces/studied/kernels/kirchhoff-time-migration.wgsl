// Prestack Kirchhoff time migration of one 2D line.
// Every invocation owns one image point (x, tau) and sums all traces along the double square root curve.

struct Survey {
  nTraces: u32,
  nSamples: u32,
  nx: u32,
  nt: u32,
  dt: f32,        // s
  dxMid: f32,     // midpoint spacing, m
  dxImage: f32,   // image spacing, m
  aperture: f32,  // max. distance midpoint - image point at full depth, m
}

@group(0) @binding(0) var<uniform> survey: Survey;
@group(0) @binding(1) var<storage, read> traces: array<f32>;
@group(0) @binding(2) var<storage, read> halfOffsets: array<f32>;
@group(0) @binding(3) var<storage, read> vrms: array<f32>;
@group(0) @binding(4) var<storage, read_write> image: array<f32>;
@group(0) @binding(5) var<storage, read_write> fold: array<u32>;

fn sampleTrace(trace: u32, t: f32) -> f32 {
  let s = t / survey.dt;
  let k = u32(s);
  if (k + 1u >= survey.nSamples) {
    return 0.0;
  }
  let base = trace * survey.nSamples + k;
  return mix(traces[base], traces[base + 1u], s - f32(k));
}

@compute @workgroup_size(32, 4)
fn migrate(@builtin(global_invocation_id) gid: vec3<u32>) {
  if (gid.x >= survey.nx || gid.y >= survey.nt) {
    return;
  }
  let x = f32(gid.x) * survey.dxImage;
  let tau = f32(gid.y + 1u) * survey.dt;      // two-way vertical time
  let halfTau2 = 0.25 * tau * tau;
  let v = vrms[gid.y];
  let slowness2 = 1.0 / (v * v);

  // The aperture opens with depth.
  let reach = survey.aperture * (0.2 + 0.8 * f32(gid.y) / f32(survey.nt));
  let first = u32(max(0.0, ceil((x - reach) / survey.dxMid)));
  let last = min(survey.nTraces, u32((x + reach) / survey.dxMid) + 1u);

  var sum = 0.0;
  var hits = 0u;
  for (var i = first; i < last; i++) {
    let mid = f32(i) * survey.dxMid;
    let h = halfOffsets[i];
    let ds = x - (mid - h);
    let dr = x - (mid + h);
    let ts = sqrt(halfTau2 + ds * ds * slowness2);
    let tr = sqrt(halfTau2 + dr * dr * slowness2);
    let t = ts + tr;
    if (t >= f32(survey.nSamples - 1u) * survey.dt) {
      continue;
    }
    // Obliquity and spreading, with a cosine taper over the outer fifth of the aperture.
    let ratio = abs(x - mid) / reach;
    var taper = 1.0;
    if (ratio > 0.8) {
      taper = 0.5 + 0.5 * cos(3.14159265 * (ratio - 0.8) * 5.0);
    }
    let weight = taper * (tau / t) * inverseSqrt(max(t, survey.dt)) / v;
    sum += weight * sampleTrace(i, t);
    hits++;
  }
  // image is stored by time slices, x fastest
  let o = gid.y * survey.nx + gid.x;
  image[o] = sum;
  fold[o] = hits;
}
