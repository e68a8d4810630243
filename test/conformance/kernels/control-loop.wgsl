@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  var a = inputs[i] % 50u;
  var b = 0u;
  loop {
    if (a % 7u == 3u) {
      a += 3u;
      continue;
    }
    if (a > 60u) {
      break;
    }
    b += a;
    continuing {
      a += 5u;
      let over = b > 1000u;
      break if over;
    }
  }
  outputs[2 * i] = a;
  outputs[2 * i + 1] = b;
}
