// Atomics one after the other, each at a place that hangs on what the last one found: how long a warp waits for one, by
// how many words in how many lines its lanes want, and what many warps get at once.
override OPERATION: u32; // 0 an addition, 1 an exchange that fails, 2 one that succeeds, 3 a load
override LANES: u32; // that take part
override STRIDE: u32; // words between neighbouring lanes
override CELLS: u32; // words of which each lane takes one at random, where not 0
const TURNS = 64u;
@group(0) @binding(0) var<storage, read_write> cells: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> found: array<u32>;
@group(0) @binding(2) var<uniform> values: vec4<u32>; // 0, 1

fn mixed(x: u32) -> u32 {
  let a = (x ^ (x >> 16u)) * 0x7feb352du;
  let b = (a ^ (a >> 15u)) * 0x846ca68bu;
  return b ^ (b >> 16u);
}

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  if (local.x >= LANES) {
    return;
  }
  var old = 0u;
  var place = local.x * STRIDE;
  if (CELLS > 0u) {
    place = mixed(id.x) % max(CELLS, 1u);
  }
  for (var turn = 0u; turn < TURNS; turn++) {
    if (OPERATION == 0u) {
      old = atomicAdd(&cells[place], values.x);
    } else if (OPERATION == 1u) {
      old = atomicCompareExchangeWeak(&cells[place], values.y, values.x).old_value;
    } else if (OPERATION == 2u) {
      old = atomicCompareExchangeWeak(&cells[place], values.x, values.x).old_value;
    } else {
      old = atomicLoad(&cells[place]);
    }
    if (CELLS > 0u) {
      place = (place * 1664525u + 1013904223u + old) % max(CELLS, 1u);
    } else {
      place += old;
    }
  }
  found[id.x] = old + place;
}
