// Sums an array: each invocation adds a strided run, each workgroup folds its partial sums in workgroup
// memory and writes one number.
@group(0) @binding(0) var<storage, read> values: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;

const SIZE = 256u;
var<workgroup> partial: array<f32, SIZE>;

@compute @workgroup_size(SIZE)
fn reduce(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
) {
  var sum = 0.0;
  for (var i = id.x; i < arrayLength(&values); i += groups.x * SIZE) {
    sum += values[i];
  }
  partial[lane] = sum;
  workgroupBarrier();
  for (var half = SIZE / 2u; half > 0u; half >>= 1u) {
    if (lane < half) {
      partial[lane] += partial[lane + half];
    }
    workgroupBarrier();
  }
  if (lane == 0u) {
    sums[group.x] = partial[0];
  }
}
