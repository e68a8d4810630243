const factor = 3u;
@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

fn scale(factor: u32) -> u32 {
  return factor * 2u;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  var x = inputs[i] % 10u * factor;
  {
    let factor = x + 1u;
    x += factor;
    {
      var x = factor * 2u;
      x++;
      outputs[2 * i] = x;
    }
    for (var x = 0u; x < 2u; x++) {
      outputs[2 * i] += x;
    }
  }
  if (x > 4u) {
    let x = scale(x);
    outputs[2 * i] += x;
  }
  outputs[2 * i + 1] = x;
}
