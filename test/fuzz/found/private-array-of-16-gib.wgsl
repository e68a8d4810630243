// Refused by Tint; without it, execution asked for an array beyond what JavaScript has.
@group(0) @binding(0) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var t: array<f32, 4294967296>;
  t[id.x] = y[id.x];
  y[id.x] = t[id.x / 2u];
}
