@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let x = inputs[i] % 8.0;
  let y = inputs[255 - i] % 5.0;
  outputs[3 * i] = determinant(mat2x2f(x, y, 3.0, 4.0));
  outputs[3 * i + 1] = determinant(mat3x3f(x, 1.0, 2.0, y, 3.0, x, 4.0, 5.0, 6.0));
  outputs[3 * i + 2] = determinant(mat4x4f(x, 1.0, 2.0, 3.0, y, 3.0, x, 1.0, 4.0, y, 6.0, 2.0, 1.0, 1.0, x, y));
}
