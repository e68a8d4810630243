@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var s = x[id.x];
  for (var i = 0u; i < 2147483648u; i++) {
    s = fract(s * 3.3 + 0.1);
    if (s < 0.0) { break; }
  }
  y[id.x] = s;
}
