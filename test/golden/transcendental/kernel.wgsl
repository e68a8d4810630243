// The special function unit and conversions.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let value = a[id.x];
  let angle = sin(value) * cos(3.0 * value);
  b[id.x] = exp(angle) + log(value + 1.0) + pow(value, 1.7) / sqrt(value + 2.0) + f32(i32(value * 100.0));
}
