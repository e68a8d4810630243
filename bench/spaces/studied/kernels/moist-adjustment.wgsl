// Saturation adjustment of an atmosphere model: where the air holds more vapour than it can, condense until
// temperature and vapour agree (Newton iterations on temperature). Fields are [level][lat][lon].
struct Domain {
  nlon: u32,
  nlat: u32,
  nlev: u32,
  maxIterations: u32,
  tolerance: f32,
}

@group(0) @binding(0) var<uniform> domain: Domain;
@group(0) @binding(1) var<storage, read> surfacePressure: array<f32>;
@group(0) @binding(2) var<storage, read> hybrid: array<vec2f>;
@group(0) @binding(3) var<storage, read> temperature: array<f32>;
@group(0) @binding(4) var<storage, read> vapour: array<f32>;
@group(0) @binding(5) var<storage, read_write> condensate: array<f32>;
@group(0) @binding(6) var<storage, read_write> temperatureNew: array<f32>;
@group(0) @binding(7) var<storage, read_write> vapourNew: array<f32>;

const LV = 2.501e6;
const CP = 1004.64;
const RV = 461.5;
const EPS = 0.622;

fn saturationPressure(t: f32) -> f32 {
  return 611.2 * exp(17.67 * (t - 273.15) / (t - 29.65));
}

@compute @workgroup_size(32, 4, 1)
fn adjust(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= domain.nlon || id.y >= domain.nlat || id.z >= domain.nlev) { return; }
  let column = id.y * domain.nlon + id.x;
  let cell = id.z * domain.nlon * domain.nlat + column;
  let ab = hybrid[id.z];
  let p = ab.x * 50000.0 + ab.y * surfacePressure[column];

  let t0 = temperature[cell];
  let q0 = vapour[cell];
  let es0 = saturationPressure(t0);
  let qs0 = EPS * es0 / max(p - (1.0 - EPS) * es0, 1.0);
  if (q0 <= qs0) {
    condensate[cell] = 0.0;
    temperatureNew[cell] = t0;
    vapourNew[cell] = q0;
    return;
  }

  var t = t0;
  var qs = qs0;
  for (var n = 0u; n < domain.maxIterations; n++) {
    let es = saturationPressure(t);
    qs = EPS * es / max(p - (1.0 - EPS) * es, 1.0);
    let dqs = qs * LV / (RV * t * t);
    let f = t - t0 - LV / CP * (q0 - qs);
    let step = f / (1.0 + LV / CP * dqs);
    t -= step;
    if (abs(step) < domain.tolerance) { break; }
  }
  let dq = max(q0 - qs, 0.0);
  temperatureNew[cell] = t0 + LV / CP * dq;
  vapourNew[cell] = q0 - dq;
  condensate[cell] = dq;
}
