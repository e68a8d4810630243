@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  var sum = 0u;
  for (var k = 0u; k < inputs[i] % 20u; k++) {
    if (k == 3u) {
      continue;
    }
    if (k == 15u) {
      break;
    }
    sum += k * k;
  }
  for (var k = 10; k > 0; k -= 3) {
    sum = sum * 3u + u32(k);
  }
  var j = 0u;
  for (;;) {
    if (j >= i % 5u) {
      break;
    }
    j++;
  }
  for (; j < 8u;) {
    j += 2u;
  }
  outputs[i] = sum + j * 1000000u;
}
