// A loop unrolled whole, one unrolled in part, one that stays as it is, and a nest.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;
@group(0) @binding(2) var<storage, read> counts: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var sum = 0.0;
  for (var i = 0u; i < 4u; i++) {
    sum += a[id.x + i];
  }
  for (var i = 0u; i < 100u; i++) {
    sum = sum * 0.5 + f32(i);
  }
  let count = counts[0];
  for (var i = 0u; i < count; i++) {
    sum += a[i];
    if (sum > 1e9) {
      break;
    }
  }
  for (var i = 0u; i < count; i++) {
    for (var j = 0u; j < 3u; j++) {
      sum += a[i * 4u + j];
    }
  }
  b[id.x] = sum;
}
