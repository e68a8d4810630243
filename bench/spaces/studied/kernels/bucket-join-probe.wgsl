// Probe side of an equi-join: rows that pass a predicate look up their bucket of the build table, where the key's
// upper bits are kept as a tag; matches go to a dense list, with one global atomic per workgroup.
struct Query {
  rows: u32,
  bucketBits: u32,
  discountBelow: u32,
  capacity: u32,
}

const SIZE = 256u;

@group(0) @binding(0) var<uniform> query: Query;
@group(0) @binding(1) var<storage, read> keys: array<u32>;
@group(0) @binding(2) var<storage, read> discounts: array<u32>;
@group(0) @binding(3) var<storage, read> bucketStarts: array<u32>;
@group(0) @binding(4) var<storage, read> entries: array<vec2<u32>>; // tag in the upper half of x, row number
@group(0) @binding(5) var<storage, read_write> matchCount: atomic<u32>;
@group(0) @binding(6) var<storage, read_write> matches: array<vec2<u32>>;

var<workgroup> found: atomic<u32>;
var<workgroup> base: u32;

@compute @workgroup_size(SIZE)
fn probe(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  var first = 0u;
  var end = 0u;
  var tag = 0u;
  if (id.x < query.rows && discounts[id.x] < query.discountBelow) {
    let key = keys[id.x];
    let bucket = key & ((1u << query.bucketBits) - 1u);
    tag = key >> query.bucketBits;
    first = bucketStarts[bucket];
    end = bucketStarts[bucket + 1u];
  }

  var mine = 0u;
  for (var i = first; i < end; i++) {
    if ((entries[i].x >> 30u) == tag) {
      mine++;
    }
  }
  var at = 0u;
  if (mine > 0u) {
    at = atomicAdd(&found, mine);
  }
  workgroupBarrier();
  if (lane == 0u) {
    base = atomicAdd(&matchCount, atomicLoad(&found));
  }
  workgroupBarrier();

  if (mine == 0u) {
    return;
  }
  at += base;
  for (var i = first; i < end; i++) {
    let entry = entries[i];
    if ((entry.x >> 30u) == tag && at < query.capacity) {
      matches[at] = vec2<u32>(id.x, entry.y);
      at++;
    }
  }
}
