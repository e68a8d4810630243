@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let x = inputs[i];
  let v = vec4i(vec4f(x, -x, x * 1.5, 3.7));
  let w = vec4u(v);
  outputs[4 * i] = w.x;
  outputs[4 * i + 1] = w.y;
  outputs[4 * i + 2] = w.z;
  outputs[4 * i + 3] = u32(vec2f(vec2u(w.xw)).y);
}
