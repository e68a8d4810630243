enable subgroups;
@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let x = inputs[i];
  outputs[9 * i] = subgroupAdd(x);
  outputs[9 * i + 1] = subgroupMul(x);
  outputs[9 * i + 2] = subgroupMin(x);
  outputs[9 * i + 3] = subgroupMax(x);
  outputs[9 * i + 4] = u32(subgroupMin(bitcast<i32>(x)));
  outputs[9 * i + 5] = u32(subgroupMax(bitcast<i32>(x)));
  outputs[9 * i + 6] = subgroupAnd(x);
  outputs[9 * i + 7] = subgroupOr(x);
  outputs[9 * i + 8] = subgroupXor(x);
}
