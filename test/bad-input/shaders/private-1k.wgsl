@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var t: array<f32, 1024>;
  for (var i = 0u; i < 1024u; i++) { t[(i * 7u + id.x) % 1024u] = x[i]; }
  y[id.x] = t[u32(x[id.x] * 1023.0)];
}
