@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let y = select(inputs[255 - i], 7.0, inputs[255 - i] == 0.0);
  outputs[2 * i] = inputs[i] % y;
  outputs[2 * i + 1] = inputs[i] % -16.0;
}
