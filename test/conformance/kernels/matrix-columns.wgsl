@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  var m = mat4x4f();
  m[0] = vec4f(inputs[i]);
  m[i % 4u][1] = 5.0;
  m[3] += vec4f(1.0, 2.0, 3.0, 4.0);
  m[2].z = m[0].x;
  let t = transpose(m);
  for (var c = 0u; c < 4u; c++) {
    outputs[4 * i + c] = t[c].x + t[c][1] * 2.0 + t[c].z * 4.0 + m[c].w;
  }
}
