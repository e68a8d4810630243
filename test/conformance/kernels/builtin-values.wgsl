@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(4, 3, 2)
fn main(
  @builtin(local_invocation_id) local: vec3u,
  @builtin(local_invocation_index) index: u32,
  @builtin(global_invocation_id) global: vec3u,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let linear = ((group.z * groups.y + group.y) * groups.x + group.x) * 24u + index;
  outputs[linear] = local.x + local.y * 10u + local.z * 100u + global.x * 1000u + global.y * 100000u
    + global.z * 10000000u + inputs[linear % 256u] % 2u;
}
