// Monte Carlo price of an Asian option: Box-Muller normals from a PCG generator, 64 steps per path.
struct Option { spot: f32, strike: f32, drift: f32, volatility: f32 }
@group(0) @binding(0) var<uniform> option: Option;
@group(0) @binding(1) var<storage, read_write> payoff: array<f32>;

fn pcg(state: ptr<function, u32>) -> u32 {
  let old = *state;
  *state = old * 747796405u + 2891336453u;
  let word = ((old >> ((old >> 28u) + 4u)) ^ old) * 277803737u;
  return (word >> 22u) ^ word;
}

fn uniform_random(state: ptr<function, u32>) -> f32 {
  return (f32(pcg(state) >> 8u) + 0.5) / 16777216.0;
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var state = id.x * 9781u + 1u;
  var price = option.spot;
  var sum = 0.0;
  for (var step = 0u; step < 32u; step++) {
    let radius = sqrt(-2.0 * log(uniform_random(&state)));
    let angle = 6.2831853 * uniform_random(&state);
    price *= exp(option.drift + option.volatility * radius * cos(angle));
    sum += price;
    price *= exp(option.drift + option.volatility * radius * sin(angle));
    sum += price;
  }
  payoff[id.x] = max(sum / 64.0 - option.strike, 0.0);
}
