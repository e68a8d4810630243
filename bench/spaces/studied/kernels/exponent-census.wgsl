// How often each binary exponent occurs among the values of each channel (to choose scales for 8-bit floats).
@group(0) @binding(0) var<storage, read> values: array<f32>; // channel after channel
@group(0) @binding(1) var<storage, read_write> counts: array<atomic<u32>>; // 256 per channel

override PLANE: u32;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= PLANE) {
    return;
  }
  let bits = bitcast<u32>(values[id.y * PLANE + id.x]);
  let exponent = (bits >> 23u) & 0xffu;
  atomicAdd(&counts[id.y * 256u + exponent], 1u);
}
