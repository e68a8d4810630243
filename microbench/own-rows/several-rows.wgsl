// Each lane walks several rows of its own at once, a line each, the next word of all when the one before has come: what
// L2 keeps of lines that all lanes of the device have under way.
override ROWS: u32 = 2u;
override LANES: u32 = 270336u; // of the launch: 64 warps on each of 132 SMs

struct Values { words: u32 }
@group(0) @binding(0) var<storage, read> zeros: array<u32>;
@group(0) @binding(1) var<uniform> values: Values;
@group(0) @binding(2) var<storage, read_write> sink: array<u32>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var sum = 0u;
  for (var j = 0u; j < values.words; j++) {
    var found = 0u;
    for (var row = 0u; row < ROWS; row++) {
      found += zeros[(row * LANES + id.x) * 32u + j + (sum >> 31u)];
    }
    sum = (sum + found) & 0x7fffffffu;
  }
  if (sum == 77u) {
    sink[0] = sum;
  }
}
