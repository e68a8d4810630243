// Gathers from a few stretches of a table that lie far apart, at random.
override SPOTS: u32 = 16;
override APART: u32 = 65536;
override WIDTH: u32 = 64;
struct Values { trips: u32, mask: u32 }
@group(0) @binding(0) var<storage, read> table: array<u32>;
@group(0) @binding(1) var<uniform> values: Values;
@group(0) @binding(2) var<storage, read_write> sink: array<u32>;
fn mixed(x: u32) -> u32 {
  let a = (x ^ (x >> 16u)) * 0x7feb352du;
  let b = (a ^ (a >> 15u)) * 0x846ca68bu;
  return b ^ (b >> 16u);
}
@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var seed = id.x;
  for (var t = 0u; t < values.trips; t++) {
    let r = mixed(seed);
    let at = (r % SPOTS) * APART + ((r >> 16u) % WIDTH) * 8u;
    seed = mixed(seed + t + table[at & values.mask]);
  }
  sink[id.x] = seed;
}
