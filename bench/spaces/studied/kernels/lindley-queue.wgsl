// Monte Carlo simulation of a single-server queue: each invocation sends a number of customers through one queue
// with exponential gaps between arrivals and Erlang-2 service, by Lindley's recursion for waiting times. Random
// numbers come from xoshiro128+, its state spread from one seed by splitmix.
override CUSTOMERS: u32 = 400;

struct Outcome {
  meanWait: f32,
  longestWait: f32,
  idle: f32,          // share of time
  late: u32,          // customers that waited longer than a limit
}

@group(0) @binding(0) var<storage, read> seeds: array<u32>;
@group(0) @binding(1) var<storage, read> loads: array<f32>;     // arrivals per mean service
@group(0) @binding(2) var<storage, read_write> outcomes: array<Outcome>;

const LIMIT = 5.0;

var<private> state: vec4<u32>;

fn splitmix(x: ptr<function, u32>) -> u32 {
  *x += 0x9e3779b9u;
  var z = *x;
  z = (z ^ (z >> 16u)) * 0x85ebca6bu;
  z = (z ^ (z >> 13u)) * 0xc2b2ae35u;
  return z ^ (z >> 16u);
}

// In (0, 1].
fn uniformRandom() -> f32 {
  let bits = state.x + state.w;
  let t = state.y << 9u;
  state.z ^= state.x;
  state.w ^= state.y;
  state.y ^= state.z;
  state.x ^= state.w;
  state.z ^= t;
  state.w = (state.w << 11u) | (state.w >> 21u);
  return f32((bits >> 8u) + 1u) / 16777216.0;
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&outcomes)) {
    return;
  }
  var seed = seeds[id.x];
  state.x = splitmix(&seed);
  state.y = splitmix(&seed);
  state.z = splitmix(&seed);
  state.w = splitmix(&seed);
  let meanGap = 1.0 / loads[id.x];

  var wait = 0.0;
  var total = 0.0;
  var longest = 0.0;
  var idle = 0.0;
  var clock = 0.0;
  var late = 0u;
  for (var customer = 0u; customer < CUSTOMERS; customer++) {
    total += wait;
    longest = max(longest, wait);
    if (wait > LIMIT) {
      late++;
    }
    let service = -0.5 * log(uniformRandom() * uniformRandom());
    let gap = -meanGap * log(uniformRandom());
    let slack = wait + service - gap;
    clock += gap;
    if (slack < 0.0) {
      idle -= slack;
      wait = 0.0;
    } else {
      wait = slack;
    }
  }
  outcomes[id.x] = Outcome(total / f32(CUSTOMERS), longest, idle / clock, late);
}
