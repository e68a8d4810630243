@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let a = vec2f(inputs[i], inputs[255 - i]);
  let b = -a * 2.0;
  let c = select(a, b, a > vec2f(0.0, 1.0));
  let d = select(a, b, a.x > a.y);
  outputs[4 * i] = c.x;
  outputs[4 * i + 1] = c.y;
  outputs[4 * i + 2] = d.x;
  outputs[4 * i + 3] = f32(any(a < b)) + 2.0 * f32(all(a == a));
}
