// SELECT key, COUNT(*), SUM(amount), MAX(amount) GROUP BY key, into an open-addressing table.
// A slot's key is stored plus one: 0 means empty.
struct Slot {
  key: atomic<u32>,
  count: atomic<u32>,
  sum: atomic<u32>,
  largest: atomic<u32>,
}

struct Query {
  rows: u32,
  mask: u32, // slots - 1
  min_amount: u32,
}

@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read> amounts: array<u32>;
@group(0) @binding(2) var<storage, read_write> table: array<Slot>;
@group(0) @binding(3) var<storage, read_write> overflow: atomic<u32>;
@group(0) @binding(4) var<uniform> query: Query;

fn mix(key: u32) -> u32 {
  var h = key;
  h ^= h >> 16u;
  h *= 0x85ebca6bu;
  h ^= h >> 13u;
  h *= 0xc2b2ae35u;
  h ^= h >> 16u;
  return h;
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) gid: vec3u) {
  let row = gid.x;
  if (row >= query.rows) {
    return;
  }
  let amount = amounts[row];
  if (amount < query.min_amount) {
    return;
  }
  let key = keys[row] + 1u;
  var slot = mix(key) & query.mask;
  var tries = 0u;
  loop {
    var found = atomicLoad(&table[slot].key);
    if (found == 0u) {
      let claim = atomicCompareExchangeWeak(&table[slot].key, 0u, key);
      found = select(claim.old_value, key, claim.exchanged);
    }
    if (found == key) {
      atomicAdd(&table[slot].count, 1u);
      atomicAdd(&table[slot].sum, amount);
      atomicMax(&table[slot].largest, amount);
      return;
    }
    if (found != 0u) { // a weak exchange may fail on an empty slot: try that one again
      slot = (slot + 1u) & query.mask;
    }
    tries++;
    if (tries > 1024u) {
      atomicAdd(&overflow, 1u);
      return;
    }
  }
}
