// One step of AdamW over all parameters of a model.
struct Adam { rate: f32, beta1: f32, beta2: f32, epsilon: f32, decay: f32, correction1: f32, correction2: f32, count: u32 }
@group(0) @binding(0) var<uniform> adam: Adam;
@group(0) @binding(1) var<storage, read> gradient: array<f32>;
@group(0) @binding(2) var<storage, read_write> parameter: array<f32>;
@group(0) @binding(3) var<storage, read_write> moment1: array<f32>;
@group(0) @binding(4) var<storage, read_write> moment2: array<f32>;

@compute @workgroup_size(256)
fn update(@builtin(global_invocation_id) gid: vec3<u32>) {
  let i = gid.x;
  if (i >= adam.count) { return; }
  let g = gradient[i];
  let m = mix(g, moment1[i], adam.beta1);
  let v = mix(g * g, moment2[i], adam.beta2);
  moment1[i] = m;
  moment2[i] = v;
  let step = (m / adam.correction1) / (sqrt(v / adam.correction2) + adam.epsilon);
  parameter[i] -= adam.rate * (step + adam.decay * parameter[i]);
}
