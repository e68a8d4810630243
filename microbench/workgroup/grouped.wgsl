// Atomics of which K neighbouring lanes meet on a word: in rows at random, or all in the first row.
override K: u32 = 1;
override MASK: u32 = 65535;
override TRIPS: u32 = 32;
@group(0) @binding(0) var<storage, read_write> counters: array<atomic<u32>>;
fn mix_bits(counter: u32) -> u32 { let h = (counter ^ (counter >> 16u)) * 2146121005u; return h ^ (h >> 15u); }
@compute @workgroup_size(256)
fn summed(@builtin(global_invocation_id) id: vec3<u32>) {
  var at = (id.x >> 5u) * 2654435761u;
  for (var t = 0u; t < TRIPS; t++) {
    at = at * 1664525u + 1013904223u;
    atomicAdd(&counters[(mix_bits(at) & MASK & ~31u) | ((id.x & 31u) / K)], t | 1u);
  }
}
