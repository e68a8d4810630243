@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let a = inputs[2 * i];
  outputs[6 * i] = countLeadingZeros(a);
  outputs[6 * i + 1] = countTrailingZeros(a);
  outputs[6 * i + 2] = countOneBits(a);
  outputs[6 * i + 3] = reverseBits(a);
  outputs[6 * i + 4] = u32(countLeadingZeros(i32(a)));
  outputs[6 * i + 5] = u32(reverseBits(i32(a)));
}
