// Builds the Bloom filter of a join: seven bits per key of 64 bits, by double hashing.
struct Filter {
  keys: u32,
  hashes: u32,
  bitMask: u32,
}

@group(0) @binding(0) var<uniform> filter_: Filter;
@group(0) @binding(1) var<storage, read> keys: array<vec2u>;
@group(0) @binding(2) var<storage, read_write> bits: array<atomic<u32>>;

fn mix(value: u32) -> u32 {
  var h = value;
  h ^= h >> 16u;
  h *= 0x85ebca6bu;
  h ^= h >> 13u;
  h *= 0xc2b2ae35u;
  h ^= h >> 16u;
  return h;
}

@compute @workgroup_size(256)
fn build(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = id.x; i < filter_.keys; i += groups.x * 256u) {
    let key = keys[i];
    let first = mix(key.x ^ mix(key.y + 0x9e3779b9u));
    let second = mix(first ^ key.y) | 1u;
    var h = first;
    for (var k = 0u; k < filter_.hashes; k++) {
      let bit = h & filter_.bitMask;
      atomicOr(&bits[bit >> 5u], 1u << (bit & 31u));
      h += second;
    }
  }
}
