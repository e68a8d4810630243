@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let a = bitcast<i32>(inputs[2 * i]);
  let b = bitcast<i32>(inputs[2 * i + 1]);
  outputs[2 * i] = u32(a / b);
  outputs[2 * i + 1] = u32(a % b);
}
