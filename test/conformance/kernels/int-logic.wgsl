@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let a = inputs[2 * i];
  let b = inputs[2 * i + 1];
  outputs[5 * i] = a & b;
  outputs[5 * i + 1] = a | b;
  outputs[5 * i + 2] = a ^ b;
  outputs[5 * i + 3] = ~a;
  outputs[5 * i + 4] = u32((a > b) && (b > 3u)) | (u32((a > b) || (b > 3u)) << 1) | (u32(!(a > b)) << 2);
}
