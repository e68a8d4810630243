@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

fn classify(x: u32) -> u32 {
  if (x < 10u) {
    return 1u;
  }
  for (var k = 2u; k * k <= x; k++) {
    if (x % k == 0u) {
      return k;
    }
  }
  switch (x % 3u) {
    case 0u: {
      return 1000u;
    }
    case 1u: {
      return 2000u;
    }
    default: {
      break;
    }
  }
  return x;
}

fn both(x: u32) -> vec2u {
  return vec2u(classify(x), classify(x + 1u));
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let r = both(inputs[i] % 500u);
  outputs[2 * i] = r.x;
  outputs[2 * i + 1] = r.y;
}
