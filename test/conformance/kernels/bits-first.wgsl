@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let a = inputs[2 * i];
  outputs[4 * i] = firstLeadingBit(a);
  outputs[4 * i + 1] = firstTrailingBit(a);
  outputs[4 * i + 2] = u32(firstLeadingBit(bitcast<i32>(a)));
  outputs[4 * i + 3] = u32(firstTrailingBit(bitcast<i32>(a)));
}
