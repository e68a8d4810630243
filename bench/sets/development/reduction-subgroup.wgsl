// Maximum and sum of an array with subgroup operations; one atomic of each kind per workgroup.
enable subgroups;

@group(0) @binding(0) var<storage, read> values: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> results: array<atomic<u32>, 2>; // maximum, sum

var<workgroup> largest: atomic<u32>;
var<workgroup> total: atomic<u32>;

@compute @workgroup_size(256)
fn main(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(num_workgroups) groups: vec3<u32>,
) {
  var highest = 0u;
  var sum = 0u;
  for (var i = id.x; i < arrayLength(&values); i += groups.x * 256u) {
    let v = values[i];
    highest = max(highest, max(max(v.x, v.y), max(v.z, v.w)));
    sum += v.x + v.y + v.z + v.w;
  }
  highest = subgroupMax(highest);
  sum = subgroupAdd(sum);
  if (lane == 0u) {
    atomicMax(&largest, highest);
    atomicAdd(&total, sum);
  }
  workgroupBarrier();
  if (index == 0u) {
    atomicMax(&results[0], atomicLoad(&largest));
    atomicAdd(&results[1], atomicLoad(&total));
  }
}
