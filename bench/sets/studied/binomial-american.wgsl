// American puts by the binomial tree: one option per workgroup, the tree's levels from the last to the first in
// workgroup memory, each value the larger of waiting and exercising.
struct Contract { spot: f32, strike: f32, years: f32, volatility: f32 }
override STEPS: u32 = 512; // at most 1023
@group(0) @binding(0) var<storage, read> contracts: array<Contract>;
@group(0) @binding(1) var<storage, read_write> values: array<f32>;
const RATE = 0.03;
const THREADS = 256u;
var<workgroup> level: array<f32, 1024>;

@compute @workgroup_size(THREADS)
fn price(@builtin(workgroup_id) wg: vec3<u32>, @builtin(local_invocation_index) t: u32) {
  let c = contracts[wg.x];
  let dt = (0.25 + c.years) / f32(STEPS);
  let log_up = (0.1 + 0.3 * c.volatility) * sqrt(dt);
  let up = exp(log_up);
  let down = 1.0 / up;
  let discount = exp(-RATE * dt);
  let p = (exp(RATE * dt) - down) / (up - down);
  let p_up = discount * p;
  let p_down = discount * (1.0 - p);
  let spot = 90.0 + 20.0 * c.spot;
  let strike = 90.0 + 20.0 * c.strike;

  for (var i = t; i <= STEPS; i += THREADS) {
    level[i] = max(strike - spot * exp(log_up * (2.0 * f32(i) - f32(STEPS))), 0.0);
  }
  workgroupBarrier();
  for (var n = STEPS; n > 0u; n--) {
    var kept: array<f32, 4>;
    for (var k = 0u; k < 4u; k++) {
      let i = t + k * THREADS;
      if (i < n) {
        let wait = p_up * level[i + 1u] + p_down * level[i];
        let exercise = strike - spot * exp(log_up * (2.0 * f32(i) - f32(n - 1u)));
        kept[k] = max(wait, exercise);
      }
    }
    workgroupBarrier();
    for (var k = 0u; k < 4u; k++) {
      let i = t + k * THREADS;
      if (i < n) { level[i] = kept[k]; }
    }
    workgroupBarrier();
  }
  if (t == 0u) { values[wg.x] = level[0]; }
}
