struct Shared {
  counts: array<vec2u, 4>,
  flag: u32,
}
@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;
var<workgroup> shared_data: Shared;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32, @builtin(workgroup_id) group: vec3u) {
  if (index == group.x) {
    shared_data.counts[index % 4u].y = inputs[index];
    shared_data.flag = 9u;
  }
  workgroupBarrier();
  outputs[group.x * 64u + index] = shared_data.counts[index % 4u].x + shared_data.counts[index % 4u].y + shared_data.flag;
}
