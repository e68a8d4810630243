@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

fn square(x: f32) -> f32 {
  return x * x;
}

fn hypot(a: f32, b: f32) -> f32 {
  return square(a) + square(b);
}

fn apply(v: array<f32, 3>, k: u32) -> array<f32, 3> {
  var w = v;
  w[k] = hypot(w[k], w[(k + 1u) % 3u]);
  return w;
}

fn discard_result(x: f32) {
  outputs[u32(x)] = 0.0;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  discard_result(f32(i));
  let w = apply(apply(array<f32, 3>(inputs[i], 2.0, 3.0), 0u), 1u);
  outputs[i] += w[0] + w[1] - w[2];
}
