@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;
var<workgroup> values: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32, @builtin(workgroup_id) group: vec3u) {
  let i = group.x * 64u + index;
  values[index] = inputs[i] % 1000u;
  workgroupBarrier();
  for (var offset = 1u; offset < 64u; offset *= 2u) {
    var add = 0u;
    if (index >= offset) {
      add = values[index - offset];
    }
    workgroupBarrier();
    values[index] += add;
    workgroupBarrier();
  }
  outputs[i] = values[index];
}
