@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  var state = inputs[i] % 4u;
  var value = 0u;
  for (var k = 0u; k < 12u; k++) {
    switch (state) {
      case 0u: {
        state = 2u;
        continue;
      }
      case 1u: {
        value += 3u;
        state = 3u;
      }
      case 2u: {
        value = value * 2u + 1u;
        state = (k + i) % 4u;
      }
      default: {
        if (value > 40u) {
          break;
        }
        value += k;
        state = 0u;
      }
    }
    value ^= k;
  }
  outputs[i] = value;
}
