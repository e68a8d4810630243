// Few workgroups of very different work: some SMs have nothing to do, others are late.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(workgroup_id) group: vec3<u32>) {
  var sum = 0.0;
  for (var i = 0u; i < 8u * (group.x % 9u); i++) {
    sum = sqrt(sum + a[id.x]);
  }
  b[id.x] = sum;
}
