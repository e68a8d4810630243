// Lower bound of each key in a sorted array whose length is a power of two: a fixed number of steps, each one
// load and one select.
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read> keys: array<u32>;
@group(0) @binding(2) var<storage, read_write> positions: array<u32>;

override N: u32; // a power of two

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&keys)) {
    return;
  }
  let key = keys[id.x];
  var base = 0u;
  for (var width = N / 2u; width > 0u; width >>= 1u) {
    base = select(base, base + width, values[base + width - 1u] < key);
  }
  positions[id.x] = base + u32(values[base] < key);
}
