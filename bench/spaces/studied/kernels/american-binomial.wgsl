// American puts by the binomial tree, one workgroup per option: the values of a level stay in workgroup memory, and
// each step back compares going on with exercising.
struct Contract {
  spot: f32,
  strike: f32,
  volatility: f32,
  years: f32,
}

struct Market {
  rate: f32,
  steps: u32,   // at most 1023
}

@group(0) @binding(0) var<storage, read> contracts: array<Contract>;
@group(0) @binding(1) var<storage, read_write> prices: array<f32>;
@group(0) @binding(2) var<uniform> market: Market;

const SIZE = 256u;
var<workgroup> front: array<f32, 1024>;
var<workgroup> back: array<f32, 1024>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let contract = contracts[group.x];
  let steps = market.steps;
  let dt = contract.years / f32(steps);
  let logUp = contract.volatility * sqrt(dt);
  let up = exp(logUp);
  let down = 1.0 / up;
  let growth = exp(market.rate * dt);
  let p = (growth - down) / (up - down);
  let pu = p / growth;
  let pd = (1.0 - p) / growth;

  for (var j = lane; j <= steps; j += SIZE) {
    let price = contract.spot * exp(logUp * (2.0 * f32(j) - f32(steps)));
    front[j] = max(contract.strike - price, 0.0);
  }
  workgroupBarrier();

  for (var level = steps; level > 0u; level--) {
    for (var j = lane; j < level; j += SIZE) {
      let hold = pu * front[j + 1u] + pd * front[j];
      let price = contract.spot * exp(logUp * (2.0 * f32(j) - f32(level - 1u)));
      back[j] = max(hold, contract.strike - price);
    }
    workgroupBarrier();
    for (var j = lane; j < level; j += SIZE) {
      front[j] = back[j];
    }
    workgroupBarrier();
  }
  if (lane == 0u) {
    prices[group.x] = front[0];
  }
}
