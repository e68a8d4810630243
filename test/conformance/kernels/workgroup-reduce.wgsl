@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;
var<workgroup> partial: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32, @builtin(workgroup_id) group: vec3u) {
  partial[index] = inputs[group.x * 64u + index];
  workgroupBarrier();
  for (var stride = 32u; stride > 0u; stride >>= 1u) {
    if (index < stride) {
      partial[index] += partial[index + stride];
    }
    workgroupBarrier();
  }
  if (index == 0u) {
    outputs[group.x] = partial[0];
  }
}
