// Building an open-addressing hash table: every key claims the first free slot after its hash (linear probing).
@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> slots: array<atomic<u32>>;

fn murmur(k: u32) -> u32 {
  var h = k;
  h ^= h >> 16u; h *= 0x85ebca6bu; h ^= h >> 13u; h *= 0xc2b2ae35u; h ^= h >> 16u;
  return h;
}

@compute @workgroup_size(256)
fn insert(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&keys)) { return; }
  let mask = arrayLength(&slots) - 1u;
  var slot = murmur(keys[id.x]) & mask;
  loop {
    let old = atomicCompareExchangeWeak(&slots[slot], 0u, 1u);
    if (old.exchanged) { break; }
    slot = (slot + 1u) & mask;
  }
}
