// Each lane walks a row of its own, word after word, the next when the one before has come: how many lines L1 keeps of
// as many rows as an SM has lanes. l1-keeps.cu does the same.
override STRIDE: u32 = 1056u; // words from one row to the next

struct Values { words: u32 }
@group(0) @binding(0) var<storage, read> zeros: array<u32>;
@group(0) @binding(1) var<uniform> values: Values;
@group(0) @binding(2) var<storage, read_write> sink: array<u32>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let row = id.x * STRIDE;
  var sum = 0u;
  for (var j = 0u; j < values.words; j++) {
    sum = (sum + zeros[row + j + (sum >> 31u)]) & 0x7fffffffu;
  }
  if (sum == 77u) {
    sink[0] = sum;
  }
}
