@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let a = inputs[2 * i];
  let b = inputs[2 * i + 1];
  let s = bitcast<i32>(a);
  let t = bitcast<i32>(b);
  outputs[8 * i] = u32(a < b);
  outputs[8 * i + 1] = u32(a <= b);
  outputs[8 * i + 2] = u32(a == b);
  outputs[8 * i + 3] = u32(a > b) + 2u * u32(a >= b);
  outputs[8 * i + 4] = u32(s < t);
  outputs[8 * i + 5] = u32(s <= t);
  outputs[8 * i + 6] = u32(s > t) + 2u * u32(s >= t);
  outputs[8 * i + 7] = u32(s != t);
}
