@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let x = inputs[i];
  let y = inputs[255 - i];
  outputs[6 * i] = min(x, y);
  outputs[6 * i + 1] = max(x, y);
  outputs[6 * i + 2] = clamp(x, -1.5, 2.0);
  outputs[6 * i + 3] = saturate(x);
  outputs[6 * i + 4] = step(y, x);
  outputs[6 * i + 5] = select(x, y, x < y);
}
