@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var t: array<f32, 256>;
  for (var i = 0u; i < 256u; i++) { t[i] = x[i + id.x]; }
  for (var p = 0u; p < 256u; p++) { for (var q = 0u; q < 255u; q++) {
    if (t[q] > t[q + 1u]) { let s = t[q]; t[q] = t[q + 1u]; t[q + 1u] = s; }
  } }
  y[id.x] = t[0];
}
