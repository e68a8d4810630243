// Sum of an array: vectors of four in a grid-stride loop, then a tree with sequential addressing.
@group(0) @binding(0) var<storage, read> values: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;

const SIZE = 256u;
var<workgroup> partial: array<f32, SIZE>;

@compute @workgroup_size(SIZE)
fn main(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
) {
  var sum = vec4<f32>();
  for (var i = id.x; i < arrayLength(&values); i += groups.x * SIZE) {
    sum += values[i];
  }
  partial[lane] = sum.x + sum.y + sum.z + sum.w;
  workgroupBarrier();
  for (var width = SIZE / 2u; width > 0u; width >>= 1u) {
    if (lane < width) {
      partial[lane] += partial[lane + width];
    }
    workgroupBarrier();
  }
  if (lane == 0u) {
    sums[group.x] = partial[0];
  }
}
