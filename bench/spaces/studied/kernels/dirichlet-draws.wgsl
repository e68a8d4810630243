// Random topic proportions: draws of a Dirichlet distribution, each from eight gamma variates that are made by
// rejection (a squeezed cube of a normal variate), divided by their sum.
override COUNT: u32;

const TOPICS = 8u;

@group(0) @binding(0) var<storage, read> concentrations: array<f32, 8>;
@group(0) @binding(1) var<storage, read> seeds: array<u32>;
@group(0) @binding(2) var<storage, read_write> proportions: array<f32>; // [topic][draw]

var<private> state: u32;

fn bits() -> u32 {
  state ^= state << 13u;
  state ^= state >> 17u;
  state ^= state << 5u;
  return state;
}

// Above 0, at most 1.
fn uniformly() -> f32 {
  return (f32(bits() >> 9u) + 1.0) / 8388608.0;
}

fn normally() -> f32 {
  let radius = sqrt(-2.0 * log(uniformly()));
  return radius * cos(6.2831853 * uniformly());
}

fn gamma(concentration: f32) -> f32 {
  var boost = 1.0;
  var a = concentration;
  if (a < 1.0) {
    boost = pow(uniformly(), 1.0 / a);
    a += 1.0;
  }
  let d = a - 1.0 / 3.0;
  let c = 1.0 / sqrt(9.0 * d);
  loop {
    let x = normally();
    let t = 1.0 + c * x;
    if (t <= 0.0) {
      continue;
    }
    let v = t * t * t;
    let u = uniformly();
    if (u < 1.0 - 0.0331 * x * x * x * x) {
      return boost * d * v;
    }
    if (log(u) < 0.5 * x * x + d * (1.0 - v + log(v))) {
      return boost * d * v;
    }
  }
  return 0.0;
}

@compute @workgroup_size(128)
fn draw(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  if (i >= COUNT) {
    return;
  }
  state = seeds[i] | 1u;
  var variates: array<f32, TOPICS>;
  var sum = 0.0;
  for (var topic = 0u; topic < TOPICS; topic++) {
    variates[topic] = gamma(concentrations[topic]);
    sum += variates[topic];
  }
  let inverse = 1.0 / max(sum, 1e-20);
  for (var topic = 0u; topic < TOPICS; topic++) {
    proportions[topic * COUNT + i] = variates[topic] * inverse;
  }
}
