@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let s = unpack4xI8(inputs[i]);
  let u = unpack4xU8(inputs[i]);
  outputs[4 * i] = u32(s.x * s.y);
  outputs[4 * i + 1] = u32(s.z - s.w);
  outputs[4 * i + 2] = u.x + u.y * 3u;
  outputs[4 * i + 3] = u.z ^ u.w;
}
