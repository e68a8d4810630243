@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let x = inputs[i];
  outputs[8 * i] = abs(x);
  outputs[8 * i + 1] = sign(x);
  outputs[8 * i + 2] = floor(x);
  outputs[8 * i + 3] = ceil(x);
  outputs[8 * i + 4] = trunc(x);
  outputs[8 * i + 5] = round(x);
  outputs[8 * i + 6] = -x;
  outputs[8 * i + 7] = select(0.0, fract(x), abs(x) < 1000.0);
}
