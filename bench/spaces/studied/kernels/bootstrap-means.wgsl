// Bootstrap of a sample's mean and spread: every replicate draws as many observations as the sample has, with
// replacement, by a generator of its own, and leaves their mean and standard deviation.
struct Plan { replicates: u32, observations: u32, seed: u32 }

@group(0) @binding(0) var<storage, read> sample_: array<f32>;
@group(0) @binding(1) var<storage, read_write> statistics: array<vec2<f32>>;
@group(0) @binding(2) var<uniform> plan: Plan;

var<private> state: u32;

fn draw(count: u32) -> u32 {
  state ^= state << 13u;
  state ^= state >> 17u;
  state ^= state << 5u;
  return ((state >> 16u) * count) >> 16u; // the sample has fewer than 65,536 observations
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= plan.replicates) {
    return;
  }
  state = ((id.x + 1u) * 0x9e3779b9u) ^ plan.seed;
  state = max((state ^ (state >> 15u)) * 0x85ebca6bu, 1u);
  let shift = sample_[0]; // keeps the squares small
  var sum = 0.0;
  var squares = 0.0;
  for (var i = 0u; i < plan.observations; i++) {
    let value = sample_[draw(plan.observations)] - shift;
    sum += value;
    squares += value * value;
  }
  let count = f32(plan.observations);
  let mean = sum / count;
  statistics[id.x] = vec2<f32>(shift + mean, sqrt(max(squares - sum * mean, 0.0) / (count - 1.0)));
}
