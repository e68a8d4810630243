@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let a = inputs[i];
  let b = inputs[255 - i];
  outputs[3 * i] = dot4U8Packed(a, b);
  outputs[3 * i + 1] = u32(dot4I8Packed(a, b));
  outputs[3 * i + 2] = dot4U8Packed(a, 0x01010101u);
}
