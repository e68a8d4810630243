// Probe side of a hash join: each row of the probe table looks its key up in a bucketed hash table. A bucket is
// key % buckets; its entries lie together and store key / buckets. Leaves the sum of the matching prices times the
// row's quantity, and counts all matches.
enable subgroups;

struct Join {
  rows: u32,
  buckets: u32,
}

@group(0) @binding(0) var<storage, read> bucketStarts: array<u32>;
@group(0) @binding(1) var<storage, read> quotients: array<u32>;
@group(0) @binding(2) var<storage, read> prices: array<f32>;
@group(0) @binding(3) var<storage, read> keys: array<u32>;
@group(0) @binding(4) var<storage, read> quantities: array<u32>;
@group(0) @binding(5) var<storage, read_write> amounts: array<f32>;
@group(0) @binding(6) var<storage, read_write> matchCount: atomic<u32>;
@group(0) @binding(7) var<uniform> join: Join;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let row = id.x;
  var matches = 0u;
  if (row < join.rows) {
    let key = keys[row];
    let bucket = key % join.buckets;
    let quotient = key / join.buckets;
    let end = bucketStarts[bucket + 1u];
    var total = 0.0;
    for (var entry = bucketStarts[bucket]; entry < end; entry++) {
      if (quotients[entry] == quotient) {
        total += prices[entry];
        matches++;
      }
    }
    if (matches > 0u) {
      total *= f32(quantities[row]);
    }
    amounts[row] = total;
  }
  let subgroupMatches = subgroupAdd(matches);
  if (subgroupElect()) {
    atomicAdd(&matchCount, subgroupMatches);
  }
}
