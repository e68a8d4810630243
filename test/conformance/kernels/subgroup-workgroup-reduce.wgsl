enable subgroups;
@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;
var<workgroup> total: atomic<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32, @builtin(workgroup_id) group: vec3u) {
  let sum = subgroupAdd(inputs[group.x * 64u + index] % 1000u);
  if (subgroupElect()) {
    atomicAdd(&total, sum);
  }
  workgroupBarrier();
  if (index == 0u) {
    outputs[group.x] = atomicLoad(&total);
  }
}
