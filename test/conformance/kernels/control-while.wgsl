@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  var n = inputs[i] % 97u + 1u;
  var steps = 0u;
  while (n != 1u) {
    n = select(n / 2u, 3u * n + 1u, n % 2u == 1u);
    steps++;
    if (steps > 60u) {
      break;
    }
  }
  outputs[i] = steps;
}
