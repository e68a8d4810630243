@group(0) @binding(0) var<storage, read> inputs: array<mat4x4f, 4>;
@group(0) @binding(1) var<storage, read_write> outputs: array<mat3x4f>;

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
  let m = inputs[i % 4u];
  var n = mat3x4f(m[0], m[i % 4u], vec4f(1.0, 2.0, 3.0, f32(i)));
  n[1] *= 2.0;
  outputs[i] = n - mat3x4f(m[1], m[2], m[3]);
}
