@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let x = inputs[i];
  outputs[3 * i] = asinh(x);
  outputs[3 * i + 1] = acosh(1.0 + x);
  outputs[3 * i + 2] = atanh(x);
}
