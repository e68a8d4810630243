@group(0) @binding(0) var<storage, read> inputs: array<vec2u>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let count = arrayLength(&inputs);
  let i = id.x;
  outputs[i] = select(0u, inputs[i % count].y, i < count * 2u) + arrayLength(&outputs) * 1000u + count;
}
