@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= arrayLength(&outputs)) {
    return;
  }
  outputs[i] = inputs[min(i * 3u, arrayLength(&inputs) - 1u)] + 1u;
  var local = array<u32, 4>(1u, 2u, 3u, 4u);
  outputs[i] += local[min(i, 3u)];
}
