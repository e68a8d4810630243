@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let a = inputs[i];
  let v = vec4u(a, a >> 7u, a >> 19u, i);
  outputs[4 * i] = pack4xU8(v);
  outputs[4 * i + 1] = pack4xI8(vec4i(v));
  outputs[4 * i + 2] = pack4xU8Clamp(v >> vec4u(22u, 16u, 4u, 0u));
  outputs[4 * i + 3] = pack4xI8Clamp(vec4i(v) >> vec4u(22u));
}
