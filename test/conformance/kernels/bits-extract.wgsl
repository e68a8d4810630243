@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let a = inputs[2 * i];
  let offset = inputs[2 * i + 1] % 40u;
  let count = (i * 5u) % 37u;
  outputs[4 * i] = extractBits(a, offset, count);
  outputs[4 * i + 1] = u32(extractBits(bitcast<i32>(a), offset, count));
  outputs[4 * i + 2] = extractBits(a, 4u, 9u);
  let v = extractBits(vec2i(bitcast<i32>(a), -1), 3u, 7u);
  outputs[4 * i + 3] = u32(v.x + v.y);
}
