// A private array whose indices are known once its loops are unrolled: registers.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var window: array<f32, 8>;
  for (var i = 0u; i < 8u; i++) {
    window[i] = a[id.x + i];
  }
  var sum = 0.0;
  for (var i = 0u; i < 8u; i++) {
    sum += window[i] * window[7u - i];
  }
  b[id.x] = sum;
}
