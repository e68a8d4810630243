enable subgroups;
@group(0) @binding(0) var<storage, read> values: array<f32>;
@group(0) @binding(1) var<storage, read_write> results: array<vec2<f32>>;

var<workgroup> sums: array<f32, 64>;

@compute @workgroup_size(64)
fn main(
  @builtin(local_invocation_index) lane: u32,
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(subgroup_size) size: u32,
) {
  let value = values[id.x];
  let sum = subgroupAdd(value);
  if (subgroupElect()) { sums[lane / size] = sum; }
  workgroupBarrier();
  var total = 0.0;
  for (var k = 0u; k < 64u / size; k++) { total += sums[k]; }
  results[id.x] = vec2<f32>(total, subgroupInclusiveAdd(value) + subgroupMax(value));
}
