@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

fn walk(start: u32) -> u32 {
  var at = start % 16u;
  loop {
    switch at % 5u {
      case 0u: {
        return at + 100u;
      }
      case 1u, 2u: {
        at += 3u;
      }
      case 3u: {
        if (at > 40u) {
          return 7u;
        }
        at = at * 2u + 1u;
        continue;
      }
      default: {
        at += 1u;
      }
    }
    if (at > 60u) {
      break;
    }
    continuing {
      at ^= 2u;
      break if at == 11u;
    }
  }
  return at;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  outputs[i] = walk(inputs[i]) * 2u + walk(i);
}
