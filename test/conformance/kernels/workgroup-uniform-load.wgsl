@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;
var<workgroup> limit: u32;
var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32, @builtin(workgroup_id) group: vec3u) {
  if (index == 0u) {
    limit = inputs[group.x] % 8u + 1u;
  }
  let count = workgroupUniformLoad(&limit);
  tile[index] = index;
  for (var k = 0u; k < count; k++) {
    workgroupBarrier();
    let other = tile[(index + 1u) % 64u];
    workgroupBarrier();
    tile[index] = other + k;
  }
  outputs[group.x * 64u + index] = tile[index];
}
