// So much workgroup memory that few workgroups fit, and vectors of four words in it.
@group(0) @binding(0) var<storage, read_write> a: array<vec4<f32>>;

var<workgroup> rows: array<vec4<f32>, 720>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  rows[lane] = a[id.x];
  rows[lane + 640u] = a[id.x] * 2.0;
  workgroupBarrier();
  var sum = rows[63u - lane];
  for (var i = 0u; i < 8u; i++) {
    sum += rows[(lane * 3u + i) % 64u] + rows[640u + i];
  }
  a[id.x] = sum;
}
