// Build side of a hash join: every row puts its key into a table with open addressing (compare and exchange claims a
// slot) and hangs itself in front of the list of rows which have that key.
@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> slots: array<atomic<u32>>; // key + 1; 0 is empty
@group(0) @binding(2) var<storage, read_write> heads: array<atomic<u32>>; // row + 1; 0 ends the list
@group(0) @binding(3) var<storage, read_write> nextRow: array<u32>;

override ROWS: u32 = 1048576;
override LOG2_SLOTS: u32 = 21;
override SIZE: u32 = 256;

@compute @workgroup_size(SIZE)
fn build(@builtin(global_invocation_id) id: vec3<u32>) {
  let row = id.x;
  if (row >= ROWS) {
    return;
  }
  let key = keys[row];
  let tag = key + 1u;
  let mask = (1u << LOG2_SLOTS) - 1u;
  var slot = (key * 2654435769u) >> (32u - LOG2_SLOTS);
  loop {
    let claim = atomicCompareExchangeWeak(&slots[slot], 0u, tag);
    if (claim.exchanged || claim.old_value == tag) {
      break;
    }
    if (claim.old_value != 0u) {
      slot = (slot + 1u) & mask;
    }
  }
  nextRow[row] = atomicExchange(&heads[slot], row + 1u);
}
