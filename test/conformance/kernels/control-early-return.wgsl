@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i % 5u == 2u) {
    return;
  }
  outputs[i] = 1u;
  for (var k = 0u; k < 10u; k++) {
    if (inputs[i] % 11u == k) {
      outputs[i] = k + 100u;
      return;
    }
  }
  outputs[i] += 7u;
}
