// Combustion: net production rates of the nine species of hydrogen in air (reactions after Li et al. 2004),
// with third bodies, fall-off and reverse rates from equilibrium. Concentrations in mol/cm3, in planes.
@group(0) @binding(0) var<storage, read> temperature: array<f32>;
@group(0) @binding(1) var<storage, read> conc: array<f32>;
@group(0) @binding(2) var<storage, read_write> wdot: array<f32>;

override THREADS: u32 = 128;

const R_CAL = 1.98720;
const H2 = 0u; const O2 = 1u; const H2O = 2u; const H = 3u; const O = 4u;
const OH = 5u; const HO2 = 6u; const H2O2 = 7u; const N2 = 8u;

// Gibbs energy over RT of each species, h / T - s, with mean enthalpy and entropy of flames.
const ENTHALPY = array<f32, 9>(0.0, 0.0, -29950.0, 26700.0, 30190.0, 4570.0, 1200.0, -16840.0, 0.0);
const ENTROPY = array<f32, 9>(21.5, 31.0, 30.1, 17.8, 23.5, 27.9, 36.3, 39.7, 29.1);

fn arrhenius(a: f32, n: f32, e: f32, t: f32) -> f32 {
  return a * pow(t, n) * exp(-e / (R_CAL * t));
}

fn fallOff(low: f32, high: f32, m: f32, centre: f32) -> f32 {
  let pr = max(low * m / high, 1e-30);
  let lc = log(centre) * 0.4342945;
  let x = log(pr) * 0.4342945 - 0.4 - 0.67 * lc;
  let f = x / (0.75 - 1.27 * lc - 0.14 * x);
  return high * pr / (1.0 + pr) * pow(10.0, lc / (1.0 + f * f));
}

@compute @workgroup_size(THREADS)
fn rates(@builtin(global_invocation_id) id: vec3<u32>) {
  let cells = arrayLength(&temperature);
  let i = id.x;
  if (i >= cells) {
    return;
  }
  let t = temperature[i];
  var c: array<f32, 9>;
  var g: array<f32, 9>;
  var m = 0.0;
  for (var s = 0u; s < 9u; s++) {
    c[s] = conc[s * cells + i];
    g[s] = ENTHALPY[s] / t - ENTROPY[s];
    m += c[s];
  }
  let body = m + 1.5 * c[H2] + 11.0 * c[H2O];
  let perAtm = 1.0 / (82.06 * t);   // mol/cm3 at one atmosphere

  // chain branching and propagation
  let r1 = arrhenius(3.547e15, -0.406, 16599.0, t) * (c[H] * c[O2] - c[O] * c[OH] * exp(g[O] + g[OH] - g[H] - g[O2]));
  let r2 = arrhenius(5.08e4, 2.67, 6290.0, t) * (c[O] * c[H2] - c[H] * c[OH] * exp(g[H] + g[OH] - g[O] - g[H2]));
  let r3 = arrhenius(2.16e8, 1.51, 3430.0, t) * (c[H2] * c[OH] - c[H2O] * c[H] * exp(g[H2O] + g[H] - g[H2] - g[OH]));
  let r4 = arrhenius(2.97e6, 2.02, 13400.0, t) * (c[O] * c[H2O] - c[OH] * c[OH] * exp(2.0 * g[OH] - g[O] - g[H2O]));
  // dissociation and recombination
  let r5 = arrhenius(4.577e19, -1.4, 104380.0, t) * body * (c[H2] - c[H] * c[H] * exp(2.0 * g[H] - g[H2]) / perAtm);
  let r6 = arrhenius(6.165e15, -0.5, 0.0, t) * body * (c[O] * c[O] - c[O2] * perAtm * exp(g[O2] - 2.0 * g[O]));
  let r7 = arrhenius(4.714e18, -1.0, 0.0, t) * body * (c[O] * c[H] - c[OH] * perAtm * exp(g[OH] - g[O] - g[H]));
  let r8 = arrhenius(3.8e22, -2.0, 0.0, t) * body * (c[H] * c[OH] - c[H2O] * perAtm * exp(g[H2O] - g[H] - g[OH]));
  // hydroperoxyl
  let k9 = fallOff(arrhenius(6.366e20, -1.72, 524.8, t), arrhenius(1.475e12, 0.6, 0.0, t), body, 0.8);
  let r9 = k9 * (c[H] * c[O2] - c[HO2] * perAtm * exp(g[HO2] - g[H] - g[O2]));
  let r10 = arrhenius(1.66e13, 0.0, 823.0, t) * c[HO2] * c[H];
  let r11 = arrhenius(7.079e13, 0.0, 295.0, t) * c[HO2] * c[H];
  let r12 = 3.25e13 * c[HO2] * c[O];
  let r13 = arrhenius(2.89e13, 0.0, -497.0, t) * c[HO2] * c[OH];
  let r14 = (arrhenius(4.2e14, 0.0, 11982.0, t) + arrhenius(1.3e11, 0.0, -1629.3, t)) * c[HO2] * c[HO2];
  // peroxide
  let k15 = fallOff(arrhenius(1.202e17, 0.0, 45500.0, t), arrhenius(2.951e14, 0.0, 48430.0, t), body, 0.5);
  let r15 = k15 * (c[H2O2] - c[OH] * c[OH] * exp(2.0 * g[OH] - g[H2O2]) / perAtm);
  let r16 = arrhenius(2.41e13, 0.0, 3970.0, t) * c[H2O2] * c[H];
  let r17 = arrhenius(4.82e13, 0.0, 7950.0, t) * c[H2O2] * c[H];
  let r18 = arrhenius(9.55e6, 2.0, 3970.0, t) * c[H2O2] * c[O];
  let r19 = (1.0e12 + arrhenius(5.8e14, 0.0, 9557.0, t)) * c[H2O2] * c[OH];

  wdot[H2 * cells + i] = -r2 - r3 - r5 + r10 + r17;
  wdot[O2 * cells + i] = -r1 + r6 - r9 + r10 + r12 + r13 + r14;
  wdot[H2O * cells + i] = r3 - r4 + r8 + r13 + r16 + r19;
  wdot[H * cells + i] = -r1 + r2 + r3 + 2.0 * r5 - r7 - r8 - r9 - r10 - r11 - r16 - r17;
  wdot[O * cells + i] = r1 - r2 - r4 - 2.0 * r6 - r7 - r12 - r18;
  wdot[OH * cells + i] = r1 + r2 - r3 + 2.0 * r4 + r7 - r8 + 2.0 * r11 + r12 - r13 + 2.0 * r15 + r16 + r18 - r19;
  wdot[HO2 * cells + i] = r9 - r10 - r11 - r12 - r13 - 2.0 * r14 + r17 + r18 + r19;
  wdot[H2O2 * cells + i] = r14 - r15 - r16 - r17 - r18 - r19;
  wdot[N2 * cells + i] = 0.0;
}
