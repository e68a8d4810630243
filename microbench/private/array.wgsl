// Arrays of each invocation, in local memory as indices vary: words of it read (WHAT 1), written (2), or both (3), by
// turns four times; at an index that all lanes of a warp have (APART 0) or at one of its own (1).
override WORDS: u32 = 32;
override WHAT: u32 = 3;
override APART: u32 = 1;
const MOST = 64u;

struct Values { trips: u32 }
@group(0) @binding(0) var<uniform> values: Values;
@group(0) @binding(1) var<storage, read_write> sink: array<u32>;

fn mixed(x: u32) -> u32 {
  let a = (x ^ (x >> 16u)) * 0x7feb352du;
  return a ^ (a >> 15u);
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var words: array<u32, MOST>;
  for (var i = 0u; i < WORDS; i++) {
    words[i] = id.x + i;
  }
  var seed = select(id.x >> 5u, id.x, APART == 1u);
  var total = 0u;
  for (var t = 0u; t < values.trips; t++) {
    seed = mixed(seed + t);
    for (var k = 0u; k < 4u; k++) {
      let at = (seed >> (6u * k)) % WORDS;
      if (WHAT == 1u) {
        total += words[at];
      } else if (WHAT == 2u) {
        words[at] = seed;
      } else {
        words[at] += seed;
      }
    }
  }
  for (var i = 0u; i < WORDS; i++) {
    total ^= words[i];
  }
  sink[id.x] = total;
}
