@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let a = inputs[2 * i];
  let b = inputs[2 * i + 1];
  outputs[3 * i] = insertBits(a, b, i % 40u, (i * 5u) % 37u);
  outputs[3 * i + 1] = u32(insertBits(bitcast<i32>(a), bitcast<i32>(b), 8u, 12u));
  let v = insertBits(vec3u(a, b, i), vec3u(b, a, 1u), 16u, 16u);
  outputs[3 * i + 2] = v.x ^ v.y ^ v.z;
}
