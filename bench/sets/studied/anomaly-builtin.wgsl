// Kepler's equation by iteration: sines by the builtin function, of angles below 1.
@group(0) @binding(0) var<storage, read_write> angles: array<f32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var angle = angles[id.x];
  for (var k = 0u; k < 64u; k++) {
    angle = 0.5 + 0.4 * sin(angle);
  }
  angles[id.x] = angle;
}
