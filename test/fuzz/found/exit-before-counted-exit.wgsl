// Unrolled in full, the last evaluation of the counted exit kept the `break` in front of it, whose loop was gone.
@group(0) @binding(0) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var n = outputs[id.x];
  var steps = 0u;
  while (n != 1u) {
    n = n / 2u;
    steps++;
    if (steps > 6u) {
      break;
    }
  }
  outputs[id.x] = steps;
}
