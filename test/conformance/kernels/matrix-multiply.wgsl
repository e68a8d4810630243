@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let x = inputs[i];
  let m = mat2x3f(1.0, 2.0, x, 4.0, 5.0, -6.0);
  let n = mat3x2f(vec2f(x, 1.0), vec2f(2.0, 3.0), vec2f(-1.0, x));
  let p = m * n;
  let v = m * vec2f(x, 2.0);
  let w = vec3f(1.0, x, 3.0) * m;
  outputs[6 * i] = p[0][0] + p[1].y;
  outputs[6 * i + 1] = p[2].z;
  outputs[6 * i + 2] = v.x + v.z;
  outputs[6 * i + 3] = w.x - w.y;
  outputs[6 * i + 4] = (m * 2.0)[1].z + (3.0 * n)[2].y;
  outputs[6 * i + 5] = (m + m - transpose(n))[0].y;
}
