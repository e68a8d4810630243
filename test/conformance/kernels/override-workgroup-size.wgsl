override WIDTH: u32 = 64u;
@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;
var<workgroup> tile: array<u32, WIDTH * 2>;

@compute @workgroup_size(WIDTH, 2)
fn main(@builtin(local_invocation_index) index: u32, @builtin(workgroup_id) group: vec3u) {
  let i = group.x * WIDTH * 2u + index;
  tile[index] = inputs[i];
  workgroupBarrier();
  outputs[i] = tile[WIDTH * 2u - 1u - index];
}
