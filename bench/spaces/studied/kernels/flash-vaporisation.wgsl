// Isothermal flash of many mixtures of eight components: the share of vapour V solves the equation of Rachford and
// Rice, sum z (K - 1) / (1 + V (K - 1)) = 0. Mixtures that stay liquid or are all vapour are told apart first; for the
// others Newton's method, kept within a bracket, until V moves by less than the tolerance.
override MIXTURES: u32;
override TOLERANCE: f32 = 1e-5;

const COMPONENTS = 8u;
const LIMIT = 60u;

@group(0) @binding(0) var<storage, read> amounts: array<f32>; // component by component
@group(0) @binding(1) var<storage, read> ratios: array<f32>;
@group(0) @binding(2) var<storage, read_write> vapour: array<f32>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= MIXTURES) {
    return;
  }
  var z: array<f32, COMPONENTS>;
  var excess: array<f32, COMPONENTS>;
  var total = 0.0;
  for (var c = 0u; c < COMPONENTS; c++) {
    z[c] = amounts[c * MIXTURES + id.x];
    total += z[c];
    excess[c] = ratios[c * MIXTURES + id.x] - 1.0;
  }
  var atLiquid = 0.0;
  var atVapour = 0.0;
  for (var c = 0u; c < COMPONENTS; c++) {
    z[c] /= total;
    atLiquid += z[c] * excess[c];
    atVapour += z[c] * excess[c] / (1.0 + excess[c]);
  }
  if (atLiquid <= 0.0) {
    vapour[id.x] = 0.0;
    return;
  }
  if (atVapour >= 0.0) {
    vapour[id.x] = 1.0;
    return;
  }

  var low = 0.0;
  var high = 1.0;
  var v = atLiquid / (atLiquid - atVapour);
  for (var i = 0u; i < LIMIT; i++) {
    var value = 0.0;
    var slope = 0.0;
    for (var c = 0u; c < COMPONENTS; c++) {
      let ratio = excess[c] / (1.0 + v * excess[c]);
      value += z[c] * ratio;
      slope -= z[c] * ratio * ratio;
    }
    // the function falls, so its sign says on which side the root lies
    if (value > 0.0) {
      low = v;
    } else {
      high = v;
    }
    var next = v - value / slope;
    if (next <= low || next >= high) {
      next = 0.5 * (low + high);
    }
    let change = abs(next - v);
    v = next;
    if (change < TOLERANCE) {
      break;
    }
  }
  vapour[id.x] = v;
}
