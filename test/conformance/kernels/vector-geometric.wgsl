@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let a = vec3f(inputs[i], inputs[255 - i], -1.25);
  let b = vec3f(inputs[(i + 9u) % 256u], -0.5, 2.0);
  let n = normalize(b);
  outputs[8 * i] = length(a);
  outputs[8 * i + 1] = distance(a, b);
  outputs[8 * i + 2] = dot(a, b);
  outputs[8 * i + 3] = cross(a, b).y;
  outputs[8 * i + 4] = n.x;
  outputs[8 * i + 5] = reflect(a, n).z;
  outputs[8 * i + 6] = refract(normalize(a), n, 0.6).x;
  outputs[8 * i + 7] = faceForward(n, a, b).y;
}
