@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let x = inputs[i];
  outputs[3 * i] = sinh(x);
  outputs[3 * i + 1] = cosh(x);
  outputs[3 * i + 2] = tanh(x);
}
