// Down-and-out call by Monte Carlo: one path per invocation, normal numbers by Box and Muller from an xorshift,
// a path ends when it touches the barrier; payoffs are summed per workgroup.
struct Option { spot: f32, strike: f32, barrier: f32, drift: f32, volatility: f32, steps: u32, seed: u32 }
@group(0) @binding(0) var<uniform> option: Option;
@group(0) @binding(1) var<storage, read_write> payoff_sums: array<f32>;

const SIZE = 128u;
var<workgroup> payoffs: array<f32, SIZE>;

fn xorshift(state: ptr<function, u32>) -> f32 {
  var x = *state;
  x ^= x << 13u;
  x ^= x >> 17u;
  x ^= x << 5u;
  *state = x;
  return (f32(x >> 8u) + 0.5) / 16777216.0;
}

@compute @workgroup_size(SIZE)
fn simulate(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(workgroup_id) wg: vec3<u32>, @builtin(local_invocation_index) t: u32) {
  var state = ((gid.x + 1u) * 0x9E3779B9u) ^ option.seed;
  var price = option.spot;
  var alive = true;
  for (var step = 0u; step < option.steps; step += 2u) {
    let radius = sqrt(-2.0 * log(xorshift(&state)));
    let angle = 6.2831853 * xorshift(&state);
    price *= exp(option.drift + option.volatility * radius * cos(angle));
    if (price <= option.barrier) { alive = false; break; }
    price *= exp(option.drift + option.volatility * radius * sin(angle));
    if (price <= option.barrier) { alive = false; break; }
  }
  payoffs[t] = select(0.0, max(price - option.strike, 0.0), alive);
  workgroupBarrier();
  for (var half = SIZE / 2u; half >= 1u; half = half / 2u) {
    if (t < half) { payoffs[t] = payoffs[t] + payoffs[t + half]; }
    workgroupBarrier();
  }
  if (t == 0u) { payoff_sums[wg.x] = payoffs[0]; }
}
