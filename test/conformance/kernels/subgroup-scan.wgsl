enable subgroups;
@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let x = inputs[i];
  outputs[4 * i] = subgroupInclusiveAdd(x);
  outputs[4 * i + 1] = subgroupExclusiveAdd(x);
  outputs[4 * i + 2] = subgroupInclusiveMul(x);
  outputs[4 * i + 3] = subgroupExclusiveMul(x);
}
