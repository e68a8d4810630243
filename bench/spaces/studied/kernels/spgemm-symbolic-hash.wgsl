// Sparse matrix product, symbolic phase: how many elements each row of C = A B has. One workgroup per row of
// A; groups of 8 invocations walk along rows of B and put the columns into a hash table in workgroup memory.
const THREADS = 128u;
const LANES = 8u;
const SLOTS = 1024u;
const EMPTY = 0xffffffffu;

@group(0) @binding(0) var<storage, read> rowsA: array<u32>;
@group(0) @binding(1) var<storage, read> columnsA: array<u32>;
@group(0) @binding(2) var<storage, read> rowsB: array<u32>;
@group(0) @binding(3) var<storage, read> columnsB: array<u32>;
@group(0) @binding(4) var<storage, read_write> counts: array<u32>;

var<workgroup> table: array<atomic<u32>, SLOTS>;
var<workgroup> total: atomic<u32>;

// Whether the column is new; a full table counts no more.
fn insert(column: u32) -> bool {
  var slot = (column * 2654435761u) >> 22u;
  for (var tries = 0u; tries < SLOTS; tries++) {
    let seen = atomicLoad(&table[slot]);
    if (seen == column) {
      return false;
    }
    if (seen == EMPTY) {
      let result = atomicCompareExchangeWeak(&table[slot], EMPTY, column);
      if (result.exchanged) {
        return true;
      }
      if (result.old_value == column) {
        return false;
      }
      if (result.old_value == EMPTY) {
        continue; // failed without cause: the same slot again
      }
    }
    slot = (slot + 1u) & (SLOTS - 1u);
  }
  return false;
}

@compute @workgroup_size(THREADS)
fn symbolic(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let row = group.x;
  if (row >= arrayLength(&counts)) {
    return;
  }
  for (var i = local; i < SLOTS; i += THREADS) {
    atomicStore(&table[i], EMPTY);
  }
  workgroupBarrier();

  let lane = local % LANES;
  let end = min(rowsA[row + 1u], arrayLength(&columnsA));
  var added = 0u;
  for (var a = rowsA[row] + local / LANES; a < end; a += THREADS / LANES) {
    let k = columnsA[a];
    let endB = min(rowsB[k + 1u], arrayLength(&columnsB));
    for (var b = rowsB[k] + lane; b < endB; b += LANES) {
      if (insert(columnsB[b])) {
        added++;
      }
    }
  }
  if (added > 0u) {
    atomicAdd(&total, added);
  }
  workgroupBarrier();
  if (local == 0u) {
    counts[row] = atomicLoad(&total);
  }
}
