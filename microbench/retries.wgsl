// Floats added by a compare-exchange loop at cells chosen at random, each loop's rounds written down: what decides how
// long such loops take is how often they go around, and no clock tells that.
override STAYS: u32 = 1; // loops of an invocation, one after the other
override ALIKE: u32 = 1; // neighbouring invocations that add to the same cell
struct Values { invocations: u32, cells: u32 }

@group(0) @binding(0) var<storage, read_write> cells: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> rounds: array<u32>;
@group(0) @binding(2) var<uniform> values: Values;

fn mixed(x: u32) -> u32 {
  let a = (x ^ (x >> 16u)) * 0x7feb352du;
  let b = (a ^ (a >> 15u)) * 0x846ca68bu;
  return b ^ (b >> 16u);
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= values.invocations) {
    return;
  }
  for (var stay = 0u; stay < STAYS; stay++) {
    let cell = mixed(mixed(id.x / ALIKE) + stay) % values.cells;
    var tries = 1u;
    var old = atomicLoad(&cells[cell]);
    loop {
      let sum = bitcast<u32>(bitcast<f32>(old) + 1.5);
      let result = atomicCompareExchangeWeak(&cells[cell], old, sum);
      if (result.exchanged) {
        break;
      }
      old = result.old_value;
      tries++;
    }
    rounds[stay * values.invocations + id.x] = tries;
  }
}
