@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let a = inputs[2 * i];
  let s = bitcast<i32>(a);
  outputs[6 * i] = a / 7u;
  outputs[6 * i + 1] = a % 10u;
  outputs[6 * i + 2] = u32(s / 3);
  outputs[6 * i + 3] = u32(s % 16);
  outputs[6 * i + 4] = u32(s / -8);
  outputs[6 * i + 5] = a / 64u;
}
