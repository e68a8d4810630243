// Do atomics and loads get in each other's way in L2? Each invocation reads words anywhere in 16 MiB; then one of 32 adds
// to one word (ADDS 1) or to one of 64 words (2), or each to a word anywhere (3).
override LOADS: u32;
override ADDS: u32;
override TIMES: u32;
const MASK = (4u << 20u) - 1u;

@group(0) @binding(0) var<storage, read> data: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<atomic<u32>>;

fn mixed(word: u32) -> u32 {
  var x = word ^ (word >> 16u);
  x *= 0x7feb352du;
  x ^= x >> 15u;
  x *= 0x846ca68bu;
  return x ^ (x >> 16u);
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  var at = mixed(id.x);
  var total = 0u;
  for (var i = 0u; i < LOADS; i++) {
    total += data[at & MASK];
    at = at * 747796405u + 2891336453u;
    at ^= at >> 15u;
  }
  for (var i = 0u; i < TIMES; i++) {
    at = mixed(at);
    if (ADDS == 3u) {
      atomicAdd(&sums[at & MASK], total);
    } else if (lane % 32u == 0u) {
      if (ADDS == 1u) {
        atomicAdd(&sums[0], total);
      } else if (ADDS == 2u) {
        atomicAdd(&sums[(at & 63u) * 1016u], total);
      }
    }
  }
  if (ADDS == 0u && total == 0x12345678u) {
    atomicStore(&sums[0], total);
  }
}
