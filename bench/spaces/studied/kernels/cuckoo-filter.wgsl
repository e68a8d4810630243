// Asks a cuckoo filter whether it may hold 64-bit keys. A bucket is one word with four fingerprints of eight bits;
// a key's fingerprint lies in one of two buckets, of which each follows from the other and the fingerprint.
override KEYS: u32;
override BUCKET_BITS: u32;

@group(0) @binding(0) var<storage, read> buckets: array<u32>;
@group(0) @binding(1) var<storage, read> keys: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read_write> found: array<u32>;

fn finalize(value: u32) -> u32 {
  var h = value;
  h ^= h >> 16u;
  h *= 0x85ebca6bu;
  h ^= h >> 13u;
  h *= 0xc2b2ae35u;
  h ^= h >> 16u;
  return h;
}

fn hashKey(key: vec2<u32>) -> u32 {
  return finalize(finalize(key.x) * 31u + key.y);
}

fn holds(bucket: u32, fingerprint: u32) -> bool {
  let difference = bucket ^ (fingerprint * 0x01010101u);
  return ((difference - 0x01010101u) & ~difference & 0x80808080u) != 0u;
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= KEYS) {
    return;
  }
  let mask = (1u << BUCKET_BITS) - 1u;
  let hash = hashKey(keys[id.x]);
  let fingerprint = max(hash >> 24u, 1u);  // zero marks a free slot
  let first = hash & mask;
  let second = (first ^ finalize(fingerprint)) & mask;

  var result = 0u;
  if (holds(buckets[first], fingerprint) || holds(buckets[second], fingerprint)) {
    result = 1u;
  }
  found[id.x] = result;
}
