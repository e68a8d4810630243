// One level of the Haar wavelet transform: averages to the front half, differences to the back half. The pairs
// are read as two scalars with stride two.
@group(0) @binding(0) var<storage, read> signal: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let pairs = arrayLength(&signal) / 2u;
  if (id.x >= pairs) {
    return;
  }
  let even = signal[2u * id.x];
  let odd = signal[2u * id.x + 1u];
  output[id.x] = (even + odd) * 0.70710678;
  output[pairs + id.x] = (even - odd) * 0.70710678;
}
