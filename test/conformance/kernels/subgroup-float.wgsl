enable subgroups;
@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let v = vec2f(inputs[i], inputs[255 - i]);
  outputs[6 * i] = subgroupAdd(v).x;
  outputs[6 * i + 1] = subgroupMin(v).y;
  outputs[6 * i + 2] = subgroupMax(v.x);
  outputs[6 * i + 3] = subgroupExclusiveAdd(v).y;
  outputs[6 * i + 4] = subgroupInclusiveMul(v.x % 4.0);
  outputs[6 * i + 5] = subgroupBroadcastFirst(v).y;
}
