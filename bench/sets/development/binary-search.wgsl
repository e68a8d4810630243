// Lower bound of each key in a sorted array, one key per invocation: a chain of dependent loads.
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read> keys: array<u32>;
@group(0) @binding(2) var<storage, read_write> positions: array<u32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&keys)) {
    return;
  }
  let key = keys[id.x];
  var low = 0u;
  var high = arrayLength(&values);
  while (low < high) {
    let middle = (low + high) / 2u;
    if (values[middle] < key) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  positions[id.x] = low;
}
