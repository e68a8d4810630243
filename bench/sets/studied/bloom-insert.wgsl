// Inserts keys into a Bloom filter with four hash functions (double hashing).
@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> filter_words: array<atomic<u32>>;
override LOG_BITS: u32 = 26;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) n: vec3<u32>) {
  let total = n.x * 128u;
  for (var i = id.x; i < arrayLength(&keys); i += total) {
    let key = keys[i];
    var h = key * 2654435761u;
    let step = ((key ^ (key >> 15u)) * 2246822519u) | 1u;
    for (var k = 0u; k < 4u; k++) {
      let bit = h >> (32u - LOG_BITS);
      atomicOr(&filter_words[bit >> 5u], 1u << (bit & 31u));
      h += step;
    }
  }
}
