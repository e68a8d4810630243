// A polynomial at many points, its coefficients in a uniform buffer.
@group(0) @binding(0) var<uniform> coefficients: array<vec4<f32>, 16>;
@group(0) @binding(1) var<storage, read_write> values: array<f32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let x = f32(id.x) * 0x1p-23;
  var value = 0.0;
  for (var k = 0u; k < 64u; k++) {
    value = value * x + coefficients[k / 4u][k % 4u];
  }
  values[id.x] = value;
}
