@group(0) @binding(0) var<storage, read> values: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;

var<workgroup> partial: array<f32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(local_invocation_id) local: vec3<u32>, @builtin(workgroup_id) group: vec3<u32>) {
  let lane = local.x;
  let first = group.x * 1024u + lane;
  var sum = 0.0;
  for (var k = 0u; k < 4u; k++) {
    sum += values[first + k * 256u];
  }
  partial[lane] = sum;
  workgroupBarrier();
  for (var width = 128u; width > 0u; width >>= 1u) {
    if (lane < width) {
      partial[lane] += partial[lane + width];
    }
    workgroupBarrier();
  }
  if (lane == 0u) {
    sums[group.x] = partial[0];
  }
}
