@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let x = inputs[i];
  let a = mat4x2f(x, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, x);
  let b = mat2x4f(vec4f(a[0], a[1]), vec4f(a[2], a[3]));
  let c = mat3x4f(1.0, x, 0.0, 2.0, 3.0, 1.0, x, 1.0, 2.0, 2.0, 1.0, 0.5);
  let d = mat4x3f(vec3f(x), vec3f(1.0), vec3f(1.0, 2.0, 3.0), vec3f(0.5));
  let e = mat3x3f(c[0].xyz, c[1].yzw, vec3f(1.0));
  let ab = a * b;
  let ba = b * a;
  let cd = c * d;
  outputs[6 * i] = ab[0].x + ab[1].y;
  outputs[6 * i + 1] = ba[3].x - ba[1].w;
  outputs[6 * i + 2] = cd[i % 4u][(i / 4u) % 4u];
  outputs[6 * i + 3] = (d * c)[2].y;
  outputs[6 * i + 4] = dot(e * vec3f(1.0, 2.0, 3.0), vec3f(1.0));
  outputs[6 * i + 5] = (mat4x4f(c[0], c[1], c[2], c[0]) * vec4f(x, 1.0, -1.0, 2.0)).w;
}
