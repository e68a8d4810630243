@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  outputs[2 * i] = u32(i32(inputs[i]));
  outputs[2 * i + 1] = u32(inputs[i]);
}
