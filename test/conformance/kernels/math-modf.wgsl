@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let parts = modf(inputs[i]);
  outputs[4 * i] = parts.fract;
  outputs[4 * i + 1] = parts.whole;
  let v = modf(vec2f(inputs[i], -inputs[i]));
  outputs[4 * i + 2] = v.fract.y;
  outputs[4 * i + 3] = v.whole.y;
}
