@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  var sums = array<f32, 4>();
  for (var k = 0u; k < 13u; k++) {
    sums[k % 4u] += inputs[i + k];
  }
  for (var k = 0u; k < 100u; k += 7u) {
    sums[0] -= inputs[k];
  }
  for (var k = 8; k >= 0; k--) {
    sums[3] += inputs[u32(k)] * f32(k);
  }
  var limit = i % 6u;
  for (var k = 0u; k < limit; k++) {
    sums[2] += 1.0;
    for (var j = 0u; j < 3u; j++) {
      sums[j] += f32(j * k);
    }
  }
  outputs[4 * i] = sums[0];
  outputs[4 * i + 1] = sums[1];
  outputs[4 * i + 2] = sums[2];
  outputs[4 * i + 3] = sums[3];
}
