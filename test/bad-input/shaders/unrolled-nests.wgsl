@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var s = 0.0;
  for (var a = 0u; a < 16u; a++) { for (var b = 0u; b < 16u; b++) { for (var c = 0u; c < 16u; c++) {
    for (var d = 0u; d < 16u; d++) { for (var e = 0u; e < 16u; e++) { s += x[(a ^ b ^ c ^ d ^ e) + id.x % 64u] * s; } }
  } } }
  y[id.x] = s;
}
