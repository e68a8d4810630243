@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var s = 0.0;
  for (var i = 0u; i < 100000u; i++) {
    for (var j = 0u; j < 100000u; j++) {
      if (x[(i * 17u + j) % 65536u] > s) { s += 0.5; }
    }
  }
  y[id.x] = s;
}
