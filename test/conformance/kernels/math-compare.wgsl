@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let x = inputs[i];
  let y = inputs[(i * 7u + 3u) % 256u];
  outputs[6 * i] = u32(x == y);
  outputs[6 * i + 1] = u32(x != y);
  outputs[6 * i + 2] = u32(x < y);
  outputs[6 * i + 3] = u32(x <= y);
  outputs[6 * i + 4] = u32(x > y);
  outputs[6 * i + 5] = u32(x >= y);
}
