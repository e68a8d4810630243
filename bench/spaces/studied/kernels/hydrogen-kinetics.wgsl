// Hydrogen burning in oxygen: a few explicit steps of the kinetics of eight species and sixteen reactions in every
// cell, at the cell's temperature. Concentrations lie species by species, in mol / m^3.
struct Step {
  cells: u32,
  steps: u32,
  dt: f32,
}

@group(0) @binding(0) var<storage, read> temperatures: array<f32>;
@group(0) @binding(1) var<storage, read> before: array<f32>;
@group(0) @binding(2) var<storage, read_write> after: array<f32>;
@group(0) @binding(3) var<uniform> step: Step;

fn arrhenius(logA: f32, power: f32, activation: f32, logT: f32, inverseT: f32) -> f32 {
  return exp(logA + power * logT - activation * inverseT);
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let n = step.cells;
  let i = id.x;
  if (i >= n) {
    return;
  }
  let t = temperatures[i];
  let logT = log(t);
  let inverseT = 1.0 / t;

  // forward and, where it matters, backward
  let f1 = arrhenius(19.07, 0.0, 8270.0, logT, inverseT);    // H + O2 = O + OH
  let b1 = arrhenius(16.51, 0.0, 350.0, logT, inverseT);
  let f2 = arrhenius(-2.98, 2.67, 3165.0, logT, inverseT);   // O + H2 = H + OH
  let b2 = arrhenius(-3.60, 2.65, 2240.0, logT, inverseT);
  let f3 = arrhenius(5.38, 1.51, 1726.0, logT, inverseT);    // H2 + OH = H2O + H
  let b3 = arrhenius(7.06, 1.4, 9300.0, logT, inverseT);
  let f4 = arrhenius(1.09, 2.02, 6743.0, logT, inverseT);    // O + H2O = OH + OH
  let b4 = arrhenius(-3.35, 2.4, -1060.0, logT, inverseT);
  let f5 = arrhenius(31.45, -1.4, 52530.0, logT, inverseT);  // H2 + M = H + H + M
  let b5 = arrhenius(13.8, -1.0, 0.0, logT, inverseT);
  let f6 = arrhenius(8.73, -0.5, 0.0, logT, inverseT);       // O + O + M = O2 + M
  let f7 = arrhenius(15.37, -1.0, 0.0, logT, inverseT);      // O + H + M = OH + M
  let f8 = arrhenius(23.8, -2.0, 0.0, logT, inverseT);       // H + OH + M = H2O + M
  let f9 = arrhenius(15.8, -1.42, 0.0, logT, inverseT);      // H + O2 + M = HO2 + M
  let b9 = arrhenius(20.1, 0.0, 24430.0, logT, inverseT);
  let f10 = arrhenius(16.62, 0.0, 412.0, logT, inverseT);    // HO2 + H = H2 + O2
  let f11 = arrhenius(18.08, 0.0, 148.0, logT, inverseT);    // HO2 + H = OH + OH
  let f12 = arrhenius(16.6, 0.0, 0.0, logT, inverseT);       // HO2 + O = O2 + OH
  let f13 = arrhenius(17.18, 0.0, -250.0, logT, inverseT);   // HO2 + OH = H2O + O2
  let f14 = arrhenius(19.86, 0.0, 6030.0, logT, inverseT);   // HO2 + HO2 = H2O2 + O2
  let f15 = arrhenius(25.5, 0.0, 22900.0, logT, inverseT);   // H2O2 + M = OH + OH + M
  let b15 = arrhenius(7.6, 0.0, -1200.0, logT, inverseT);
  let f16 = arrhenius(17.0, 0.0, 2000.0, logT, inverseT);    // H2O2 + H = H2O + OH

  var h2 = before[i];
  var o2 = before[n + i];
  var h2o = before[2u * n + i];
  var h = before[3u * n + i];
  var o = before[4u * n + i];
  var oh = before[5u * n + i];
  var ho2 = before[6u * n + i];
  var h2o2 = before[7u * n + i];

  for (var s = 0u; s < step.steps; s++) {
    let m = 2.5 * h2 + o2 + 12.0 * h2o + h + o + oh + ho2 + h2o2;
    let r1 = f1 * h * o2 - b1 * o * oh;
    let r2 = f2 * o * h2 - b2 * h * oh;
    let r3 = f3 * h2 * oh - b3 * h2o * h;
    let r4 = f4 * o * h2o - b4 * oh * oh;
    let r5 = (f5 * h2 - b5 * h * h) * m;
    let r6 = f6 * o * o * m;
    let r7 = f7 * o * h * m;
    let r8 = f8 * h * oh * m;
    let r9 = (f9 * h * o2 - b9 * ho2) * m;
    let r10 = f10 * ho2 * h;
    let r11 = f11 * ho2 * h;
    let r12 = f12 * ho2 * o;
    let r13 = f13 * ho2 * oh;
    let r14 = f14 * ho2 * ho2;
    let r15 = (f15 * h2o2 - b15 * oh * oh) * m;
    let r16 = f16 * h2o2 * h;

    h2 = max(h2 + step.dt * (r10 - r2 - r3 - r5), 0.0);
    o2 = max(o2 + step.dt * (r6 + r10 + r12 + r13 + r14 - r1 - r9), 0.0);
    h2o = max(h2o + step.dt * (r3 + r8 + r13 + r16 - r4), 0.0);
    h = max(h + step.dt * (r2 + r3 + 2.0 * r5 - r1 - r7 - r8 - r9 - r10 - r11 - r16), 0.0);
    o = max(o + step.dt * (r1 - r2 - r4 - 2.0 * r6 - r7 - r12), 0.0);
    oh = max(oh + step.dt * (r1 + r2 - r3 + 2.0 * r4 + r7 - r8 + 2.0 * r11 + r12 - r13 + 2.0 * r15 + r16), 0.0);
    ho2 = max(ho2 + step.dt * (r9 - r10 - r11 - r12 - r13 - 2.0 * r14), 0.0);
    h2o2 = max(h2o2 + step.dt * (r14 - r15 - r16), 0.0);
  }

  after[i] = h2;
  after[n + i] = o2;
  after[2u * n + i] = h2o;
  after[3u * n + i] = h;
  after[4u * n + i] = o;
  after[5u * n + i] = oh;
  after[6u * n + i] = ho2;
  after[7u * n + i] = h2o2;
}
