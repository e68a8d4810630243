// A polynomial at many points, its coefficients in an array of fixed size.
@group(0) @binding(0) var<storage, read> coefficients: array<f32, 64>;
@group(0) @binding(1) var<storage, read_write> values: array<f32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let x = f32(id.x) * 0x1p-23;
  var value = 0.0;
  for (var k = 0u; k < 64u; k++) {
    value = value * x + coefficients[k];
  }
  values[id.x] = value;
}
