@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;
var<workgroup> tile: array<array<f32, 9>, 8>;

@compute @workgroup_size(8, 8)
fn main(@builtin(local_invocation_id) local: vec3u, @builtin(workgroup_id) group: vec3u) {
  let base = group.x * 64u;
  tile[local.y][local.x] = inputs[base + local.y * 8u + local.x];
  workgroupBarrier();
  outputs[base + local.y * 8u + local.x] = tile[local.x][local.y];
}
