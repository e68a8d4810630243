// The unroller tried every number of passes through the loop, two thousand million of them.
@group(0) @binding(0) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var s = 0.0;
  for (var i = 0u; i < 4294967295u; i++) {
    s = s * 1.5 + y[id.x];
  }
  y[id.x] = s;
}
