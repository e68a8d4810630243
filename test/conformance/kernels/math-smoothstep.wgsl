@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  outputs[2 * i] = smoothstep(0.25, 1.75, inputs[i]);
  let v = smoothstep(vec3f(0.0, 0.5, 1.0), vec3f(1.0, 1.5, 2.0), vec3f(inputs[i]));
  outputs[2 * i + 1] = v.x + v.y + v.z;
}
