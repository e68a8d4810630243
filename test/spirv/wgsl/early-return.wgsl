@group(0) @binding(0) var<storage, read> sorted: array<u32>;
@group(0) @binding(1) var<storage, read> keys: array<u32>;
@group(0) @binding(2) var<storage, read_write> places: array<i32>;

fn find(key: u32) -> i32 {
  var low = 0;
  var high = i32(arrayLength(&sorted)) - 1;
  while (low <= high) {
    let middle = (low + high) / 2;
    let value = sorted[middle];
    if (value == key) { return middle; }
    if (value < key) { low = middle + 1; }
    else { high = middle - 1; }
  }
  return -1 - low;
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  if (i >= arrayLength(&keys)) { return; }
  places[i] = find(keys[i]);
}
