// Sums an array with subgroup operations: no workgroup memory until one number per subgroup is left.
enable subgroups;

@group(0) @binding(0) var<storage, read> values: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;

const SIZE = 256u;
var<workgroup> partial: array<f32, 64>;

@compute @workgroup_size(SIZE)
fn subgroupSum(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) width: u32,
  @builtin(workgroup_id) group: vec3<u32>,
) {
  let total = subgroupAdd(dot(values[id.x], vec4<f32>(1.0)));
  if (lane == 0u) {
    partial[index / width] = total;
  }
  workgroupBarrier();
  if (index == 0u) {
    var sum = 0.0;
    for (var i = 0u; i < SIZE / width; i++) {
      sum += partial[i];
    }
    sums[group.x] = sum;
  }
}
