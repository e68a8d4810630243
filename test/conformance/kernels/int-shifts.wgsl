@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let a = inputs[2 * i];
  let b = inputs[2 * i + 1];
  outputs[4 * i] = a << (b & 31u);
  outputs[4 * i + 1] = a >> (b & 31u);
  outputs[4 * i + 2] = u32(bitcast<i32>(a) >> (b & 31u));
  outputs[4 * i + 3] = a << b;
}
