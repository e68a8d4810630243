@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let a = inputs[2 * i];
  outputs[3 * i] = f32(a);
  outputs[3 * i + 1] = f32(bitcast<i32>(a));
  outputs[3 * i + 2] = f32(a > 5u);
}
