@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;
var<workgroup> keys: array<u32, 128>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u) {
  let base = group.x * 128u;
  keys[i] = inputs[base + i];
  keys[i + 64u] = inputs[base + i + 64u];
  workgroupBarrier();
  for (var size = 2u; size <= 128u; size *= 2u) {
    for (var stride = size / 2u; stride > 0u; stride /= 2u) {
      let low = 2u * i - (i & (stride - 1u));
      let high = low + stride;
      let ascending = (low & size) == 0u;
      let a = keys[low];
      let b = keys[high];
      if ((a > b) == ascending) {
        keys[low] = b;
        keys[high] = a;
      }
      workgroupBarrier();
    }
  }
  outputs[base + i] = keys[i];
  outputs[base + i + 64u] = keys[i + 64u];
}
