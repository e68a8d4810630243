enable subgroups;
@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_size) size: u32) {
  let i = id.x;
  let odd = inputs[i] % 2u == 1u;
  let mask = subgroupBallot(odd);
  outputs[5 * i] = mask.x + mask.y + mask.z + mask.w;
  outputs[5 * i + 1] = u32(subgroupAll(odd)) + 2u * u32(subgroupAny(odd));
  outputs[5 * i + 2] = u32(subgroupElect());
  outputs[5 * i + 3] = lane;
  outputs[5 * i + 4] = size;
}
