@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let a = unpack4x8snorm(inputs[i]);
  let b = unpack4x8unorm(inputs[i]);
  let c = unpack2x16snorm(inputs[i]);
  let d = unpack2x16unorm(inputs[i]);
  outputs[4 * i] = a.x;
  outputs[4 * i + 1] = b.w;
  outputs[4 * i + 2] = c.y;
  outputs[4 * i + 3] = d.x;
}
