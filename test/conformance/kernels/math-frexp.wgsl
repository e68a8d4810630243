@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let x = inputs[i];
  let parts = frexp(x);
  outputs[4 * i] = parts.fract;
  outputs[4 * i + 1] = f32(parts.exp);
  outputs[4 * i + 2] = ldexp(parts.fract, parts.exp);
  let v = frexp(vec2f(x, 3.0 * x + 1.0));
  outputs[4 * i + 3] = v.fract.x + f32(v.exp.x);
}
