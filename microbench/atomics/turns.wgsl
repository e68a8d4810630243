// Words at random that are loaded, changed, or both: what a load in front of an atomic costs where the word is changed
// all the time.
override WAY: u32; // 0 an addition, 1 a load and an exchange, 2 a load and exchanges until one succeeds, 3 a load and an addition, 4 a load
const TURNS = 64u;
@group(0) @binding(0) var<storage, read_write> cells: array<atomic<u32>>; // a power of two
@group(0) @binding(1) var<storage, read_write> found: array<u32>;
@group(0) @binding(2) var<uniform> values: vec4<u32>; // 0, 1

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var place = id.x * 747796405u;
  var sum = 0u;
  for (var turn = 0u; turn < TURNS; turn++) {
    place = place * 1664525u + 1013904223u + (sum & 1u);
    let cell = (place >> 8u) & (arrayLength(&cells) - 1u);
    if (WAY == 0u) {
      sum += atomicAdd(&cells[cell], values.y) >> 30u;
    } else if (WAY == 1u) {
      let old = atomicLoad(&cells[cell]);
      sum += atomicCompareExchangeWeak(&cells[cell], old, old + values.y).old_value >> 30u;
    } else if (WAY == 2u) {
      var old = atomicLoad(&cells[cell]);
      loop {
        let result = atomicCompareExchangeWeak(&cells[cell], old, old + values.y);
        if (result.exchanged) {
          break;
        }
        old = result.old_value;
      }
      sum += old >> 30u;
    } else if (WAY == 3u) {
      let old = atomicLoad(&cells[cell]);
      sum += atomicAdd(&cells[cell], values.y + (old >> 30u)) >> 30u;
    } else {
      sum += atomicLoad(&cells[cell]) >> 30u;
    }
  }
  found[id.x] = sum;
}
