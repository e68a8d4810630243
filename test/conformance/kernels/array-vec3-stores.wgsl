@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<vec3f>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  outputs[i] = vec3f(inputs[i], 2.0, 3.0);
  outputs[i].y = -outputs[i].x;
  outputs[i][i % 3u] += 10.0;
}
