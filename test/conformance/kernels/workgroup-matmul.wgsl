@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;
var<workgroup> left: array<f32, 16>;
var<workgroup> right: array<vec4f, 4>;

@compute @workgroup_size(4, 4)
fn main(@builtin(local_invocation_id) local: vec3u, @builtin(workgroup_id) group: vec3u) {
  var sum = 0.0;
  for (var t = 0u; t < 4u; t++) {
    left[local.y * 4u + local.x] = inputs[(group.y * 4u + local.y) * 16u + t * 4u + local.x];
    right[local.y][local.x] = inputs[(t * 4u + local.y) * 16u + group.x * 4u + local.x];
    workgroupBarrier();
    for (var k = 0u; k < 4u; k++) {
      sum += left[local.y * 4u + k] * right[k][local.x];
    }
    workgroupBarrier();
  }
  outputs[(group.y * 4u + local.y) * 16u + group.x * 4u + local.x] = sum;
}
