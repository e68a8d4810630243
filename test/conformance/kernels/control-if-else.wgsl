@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let x = inputs[i] % 16u;
  var result = 0u;
  if (x < 4u) {
    result = x * 2u;
  } else if (x < 8u) {
    result = 100u + x;
    if (x % 2u == 0u) {
      result += 1000u;
    }
  } else if x == 12u {
    result = 5u;
  } else {
    result = x;
  }
  outputs[i] = result;
}
