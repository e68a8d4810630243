@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let v = unpack2x16float((inputs[i] & 0xbbffbbffu) | 0x04000400u);
  outputs[2 * i] = v.x;
  outputs[2 * i + 1] = v.y;
}
