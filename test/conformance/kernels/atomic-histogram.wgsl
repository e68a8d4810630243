@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<atomic<u32>, 256>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let bin = inputs[id.x] % 32u;
  atomicAdd(&outputs[bin], 1u);
  atomicMax(&outputs[32u + bin], id.x);
  if (id.x < 16u) {
    atomicStore(&outputs[64u + id.x], id.x * 3u);
    outputs_extra(id.x);
  }
}

fn outputs_extra(i: u32) {
  let old = atomicExchange(&outputs[96u + i], i + 1u);
  atomicAdd(&outputs[128u + i], old + atomicLoad(&outputs[96u + i]));
}
