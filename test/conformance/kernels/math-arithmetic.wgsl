@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let x = inputs[i];
  let y = inputs[255 - i];
  outputs[4 * i] = x + y;
  outputs[4 * i + 1] = x - y;
  outputs[4 * i + 2] = x * y;
  outputs[4 * i + 3] = -x;
}
