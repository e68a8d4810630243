@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  outputs[2 * i] = inputs[2 * i] / inputs[2 * i + 1];
  outputs[2 * i + 1] = inputs[2 * i] % inputs[2 * i + 1];
}
