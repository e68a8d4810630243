// Overdamped Langevin particles in a double well V(x) = (x^2 - 1)^2 / 4: each starts in the left well and is
// followed until it crosses to the right one, or until time is up. Each has a temperature of its own.
struct Params { particles: u32, maxSteps: u32, seed: u32, dt: f32, goal: f32 }

@group(0) @binding(0) var<storage, read> start: array<f32>;
@group(0) @binding(1) var<storage, read> temperature: array<f32>;
@group(0) @binding(2) var<storage, read_write> escapeTime: array<f32>;
@group(0) @binding(3) var<storage, read_write> last: array<f32>;
@group(0) @binding(4) var<uniform> params: Params;

var<private> state: u32;

fn nextUniform() -> f32 {
  state = state * 747796405u + 2891336453u;
  var word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  word = (word >> 22u) ^ word;
  return (f32(word >> 8u) + 0.5) * (1.0 / 16777216.0);
}

fn normalPair() -> vec2<f32> {
  let radius = sqrt(-2.0 * log(nextUniform()));
  let angle = 6.2831853 * nextUniform();
  return radius * vec2<f32>(cos(angle), sin(angle));
}

fn force(x: f32) -> f32 {
  return x - x * x * x;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
  let i = gid.x;
  if (i >= params.particles) {
    return;
  }
  state = (i ^ params.seed) * 2654435769u + 1u;
  var x = start[i];
  let kick = sqrt(2.0 * temperature[i] * params.dt);
  var step = 0u;
  var arrived = false;
  while (step < params.maxSteps && !arrived) {
    let noise = normalPair();
    // Heun's scheme, twice, one for each of the pair
    for (var j = 0u; j < 2u; j++) {
      let f0 = force(x);
      let guess = x + params.dt * f0 + kick * noise[j];
      x += 0.5 * params.dt * (f0 + force(guess)) + kick * noise[j];
    }
    step += 2u;
    arrived = x > params.goal;
  }
  escapeTime[i] = select(-1.0, f32(step) * params.dt, arrived);
  last[i] = x;
}
