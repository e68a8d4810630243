@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<atomic<i32>, 64>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let x = bitcast<i32>(inputs[id.x]);
  let slot = id.x % 8u;
  atomicAdd(&outputs[slot], x >> 8u);
  atomicSub(&outputs[8u + slot], x >> 4u);
  atomicMin(&outputs[16u + slot], x);
  atomicMax(&outputs[24u + slot], x);
  atomicXor(&outputs[32u + slot], x);
  atomicOr(&outputs[40u + slot], x & 0x0f0f0f0f);
  if (id.x < 8u) {
    let old = atomicExchange(&outputs[48u + slot], x);
    atomicStore(&outputs[56u + slot], old - 1);
  }
}
