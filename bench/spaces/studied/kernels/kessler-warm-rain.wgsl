// Kessler warm-rain microphysics: sedimentation in substeps, autoconversion, accretion,
// saturation adjustment and evaporation. One invocation per column, levels apart by `columns`.
override BLOCK: u32 = 128u;

struct Model {
  columns: u32,
  levels: u32,
  dt: f32,
  surfaceDensity: f32,
}

@group(0) @binding(0) var<uniform> model: Model;
@group(0) @binding(1) var<storage, read_write> theta: array<f32>;
@group(0) @binding(2) var<storage, read_write> vapour: array<f32>;
@group(0) @binding(3) var<storage, read_write> cloud: array<f32>;
@group(0) @binding(4) var<storage, read_write> rain: array<f32>;
@group(0) @binding(5) var<storage, read> density: array<f32>;
@group(0) @binding(6) var<storage, read> exner: array<f32>;
@group(0) @binding(7) var<storage, read> thickness: array<f32>;
@group(0) @binding(8) var<storage, read_write> precipitation: array<f32>;

const LV = 2.5e6;
const CP = 1004.0;
const P0 = 1000.0;   // hPa

fn fallSpeed(qr: f32, rho: f32) -> f32 {
  return 36.34 * pow(max(qr * 0.001 * rho, 1e-12), 0.1364) * sqrt(model.surfaceDensity / rho);
}

@compute @workgroup_size(BLOCK)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let column = id.x;
  if (column >= model.columns) { return; }
  let stride = model.columns;

  var courant = 0.0;
  for (var k = 0u; k < model.levels; k++) {
    let at = k * stride + column;
    let v = fallSpeed(rain[at], density[at]);
    courant = max(courant, v * model.dt / thickness[k]);
  }
  let substeps = clamp(u32(ceil(courant)), 1u, 20u);
  let h = model.dt / f32(substeps);

  var fallen = 0.0;
  for (var step = 0u; step < substeps; step++) {
    // upwards: what falls out of a level needs the old value of the one above
    var qr = rain[column];
    var rho = density[column];
    var flux = rho * qr * fallSpeed(qr, rho);
    fallen += flux * h;
    for (var k = 0u; k < model.levels; k++) {
      let at = k * stride + column;
      var qrAbove = 0.0;
      var rhoAbove = rho;
      var fluxAbove = 0.0;
      if (k + 1u < model.levels) {
        qrAbove = rain[at + stride];
        rhoAbove = density[at + stride];
        fluxAbove = rhoAbove * qrAbove * fallSpeed(qrAbove, rhoAbove);
      }
      rain[at] = max(qr + h * (fluxAbove - flux) / (rho * thickness[k]), 0.0);
      qr = qrAbove;
      rho = rhoAbove;
      flux = fluxAbove;
    }
  }
  precipitation[column] += fallen;

  for (var k = 0u; k < model.levels; k++) {
    let at = k * stride + column;
    var th = theta[at];
    var qv = vapour[at];
    var qc = cloud[at];
    var qr = rain[at];
    let rho = density[at];
    let pi = exner[at];

    let grown = qc - (qc - model.dt * max(0.001 * (qc - 0.001), 0.0)) / (1.0 + model.dt * 2.2 * pow(qr, 0.875));
    let toRain = clamp(grown, 0.0, qc);
    qc -= toRain;
    qr += toRain;

    let pressure = P0 * pow(pi, 3.5);
    let t = th * pi;
    let saturation = 3.8 / pressure * exp(17.27 * (t - 273.15) / (t - 35.86));
    let slope = 4093.0 * LV / CP / ((t - 35.86) * (t - 35.86));
    let excess = (qv - saturation) / (1.0 + slope * saturation);
    if (excess < 0.0 && qr > 0.0) {
      let loading = 0.001 * rho * qr;
      let ventilation = 1.6 + 124.9 * pow(loading, 0.2046);
      let rate = ventilation * pow(loading, 0.525) / (2.55e8 / (pressure * saturation) + 5.4e5) * (saturation - qv) / (rho * saturation);
      let evaporated = min(min(model.dt * max(rate, 0.0), qr), max(-excess - qc, 0.0));
      qr -= evaporated;
      qv += evaporated;
      th -= LV / (CP * pi) * evaporated;
    }
    let condensed = max(excess, -qc);
    theta[at] = th + LV / (CP * pi) * condensed;
    vapour[at] = max(qv - condensed, 0.0);
    cloud[at] = qc + condensed;
    rain[at] = qr;
  }
}
