@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let wanted = (i * 37u) % 256u;
  var low = 0u;
  var high = 256u;
  while (low < high) {
    let middle = (low + high) / 2u;
    if (inputs[middle] < wanted) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  outputs[i] = low;
}
