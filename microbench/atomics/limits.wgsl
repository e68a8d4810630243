// Rows of 32 words that are added to or compared with, at random or one after the other, on lines or across two.
override WAY: u32 = 0u; // 0 an addition, 1 a maximum that changes nothing, 2 one that does
override SHIFT: u32 = 0u;
override WALK: u32 = 0u;
override TRIPS: u32 = 32u;
struct Values { mask: u32, one: u32, unused: u32, zero: u32 }
@group(0) @binding(0) var<storage, read_write> counters: array<atomic<u32>>;
@group(0) @binding(1) var<uniform> values: Values;
fn mix_bits(counter: u32) -> u32 {
  let h = (counter ^ (counter >> 16u)) * 2146121005u;
  return h ^ (h >> 15u);
}

@compute @workgroup_size(128)
fn rows(@builtin(global_invocation_id) id: vec3u) {
  var at = (id.x >> 5u) * 2654435761u;
  let begin = mix_bits(at);
  for (var t = 0u; t < TRIPS; t++) {
    at = at * 1664525u + 1013904223u;
    var row = mix_bits(at) & values.mask & ~31u;
    if (WALK == 1u) {
      row = begin + t - SHIFT;
    }
    let place = (row + SHIFT + (id.x & 31u)) & values.mask;
    if (WAY == 0u) {
      atomicAdd(&counters[place], values.one);
    } else if (WAY == 1u) {
      atomicMax(&counters[place], values.zero);
    } else {
      atomicMax(&counters[place], (t << 24u) | (mix_bits(at) >> 8u));
    }
  }
}
