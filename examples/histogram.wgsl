// Counts values in 256 bins: atomics in workgroup memory first, then one atomic per bin and workgroup.
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>, 256>;

var<workgroup> local: array<atomic<u32>, 256>;

@compute @workgroup_size(256)
fn histogram(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
  @builtin(num_workgroups) groups: vec3<u32>,
) {
  for (var i = id.x; i < arrayLength(&values); i += groups.x * 256u) {
    atomicAdd(&local[values[i] & 255u], 1u);
  }
  workgroupBarrier();
  atomicAdd(&bins[lane], atomicLoad(&local[lane]));
}
