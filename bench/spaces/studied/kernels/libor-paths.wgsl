// Monte Carlo of a LIBOR market model with one factor: every path evolves forty quarterly forward rates under the
// spot measure and adds up the discounted payments of a cap. Normals come from a counter-based generator.
override PATHS: u32;
const RATES = 40u;
const ACCRUAL = 0.25;
const STRIKE = 0.04;

@group(0) @binding(0) var<storage, read> curve: array<f32, 40>;       // forward rates today
@group(0) @binding(1) var<storage, read> volatility: array<f32, 40>;  // by quarters to the fixing
@group(0) @binding(2) var<storage, read_write> values: array<f32>;

fn hash(key: u32) -> u32 {
  var v = key * 747796405u + 2891336453u;
  v = ((v >> ((v >> 28u) + 4u)) ^ v) * 277803737u;
  return (v >> 22u) ^ v;
}

fn uniform01(key: u32) -> f32 {
  return (f32(hash(key) >> 8u) + 0.5) / 16777216.0;
}

fn normal(path: u32, step: u32) -> f32 {
  let key = path * 2u * RATES + 2u * step;
  return sqrt(-2.0 * log(uniform01(key))) * cos(6.2831853 * uniform01(key + 1u));
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= PATHS) {
    return;
  }
  var forward: array<f32, RATES>;
  for (var i = 0u; i < RATES; i++) {
    forward[i] = curve[i];
  }

  var discount = 1.0;
  var value = 0.0;
  for (var step = 0u; step < RATES; step++) {
    // The rate that fixes now pays at the end of its quarter.
    let fixing = forward[step];
    discount /= 1.0 + ACCRUAL * fixing;
    value += discount * ACCRUAL * max(fixing - STRIKE, 0.0);

    let shock = sqrt(ACCRUAL) * normal(id.x, step);
    var drift = 0.0;
    for (var i = step + 1u; i < RATES; i++) {
      let vol = volatility[i - step - 1u];
      let scaled = ACCRUAL * forward[i];
      drift += scaled * vol / (1.0 + scaled);
      forward[i] *= exp((drift * vol - 0.5 * vol * vol) * ACCRUAL + vol * shock);
    }
  }
  values[id.x] = value;
}
