@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let a = vec4f(inputs[i], inputs[255 - i], 3.0, f32(i));
  var b = a * 2.0 + vec4f(1.0, 2.0, 3.0, 4.0) - a.wzyx;
  b *= a;
  b += 0.5;
  b = 2.0 - b;
  outputs[4 * i] = b.x;
  outputs[4 * i + 1] = b.y;
  outputs[4 * i + 2] = b.z;
  outputs[4 * i + 3] = b.w;
}
