// One step of the AdamW optimizer over all weights of a network, with bias correction and decoupled weight decay.
struct Adam {
  rate: f32,
  beta1: f32,
  beta2: f32,
  epsilon: f32,
  decay: f32,
  correction1: f32, // 1 / (1 - beta1^t)
  correction2: f32, // 1 / (1 - beta2^t)
  count: u32,       // of groups of four weights
}

@group(0) @binding(0) var<storage, read> gradients: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> weights: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> means: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> squares: array<vec4<f32>>;
@group(0) @binding(4) var<uniform> adam: Adam;

@compute @workgroup_size(256)
fn update(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  if (i >= adam.count) {
    return;
  }
  let gradient = gradients[i];
  let mean = mix(gradient, means[i], adam.beta1);
  let square = mix(gradient * gradient, squares[i], adam.beta2);
  means[i] = mean;
  squares[i] = square;
  let direction = mean * adam.correction1 / (sqrt(square * adam.correction2) + adam.epsilon);
  weights[i] = weights[i] * (1.0 - adam.rate * adam.decay) - adam.rate * direction;
}
