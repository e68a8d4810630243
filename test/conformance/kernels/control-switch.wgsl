@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  var r = 1u;
  switch (inputs[i] % 10u) {
    case 0u, 3u: {
      r = 10u;
    }
    case 1u: {
      if (i % 2u == 0u) {
        break;
      }
      r = 20u;
    }
    case 7u, default: {
      r = 30u + i;
    }
    case 5u {
      for (var k = 0u; k < 4u; k++) {
        if (k == 2u) {
          continue;
        }
        r += k;
      }
    }
  }
  switch (i32(i % 5u) - 2) {
    case -1: {
      r *= 2u;
    }
    case 2: {
      r += 7u;
    }
    default: {
    }
  }
  outputs[i] = r;
}
