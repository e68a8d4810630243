// Sorts rows of 256 keys with their indices, one workgroup each: bitonic, partners within a subgroup exchange by
// shuffles, the others through workgroup memory. Right for any size of subgroups.
enable subgroups;
diagnostic(off, subgroup_uniformity);
struct Item { key: u32, index: u32 }
@group(0) @binding(0) var<storage, read_write> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> order: array<u32>;

const N = 256u;
var<workgroup> exchange: array<Item, N>;

@compute @workgroup_size(N)
fn sort(@builtin(workgroup_id) row: vec3<u32>, @builtin(local_invocation_index) t: u32, @builtin(subgroup_size) width: u32) {
  var mine = Item(keys[row.x * N + t], t);
  for (var run = 2u; run <= N; run <<= 1u) {
    let ascending = (t & run) == 0u;
    for (var distance = run >> 1u; distance > 0u; distance >>= 1u) {
      var other: Item;
      if (distance < width) {
        other = Item(subgroupShuffleXor(mine.key, distance), subgroupShuffleXor(mine.index, distance));
      } else {
        exchange[t] = mine;
        workgroupBarrier();
        other = exchange[t ^ distance];
        workgroupBarrier();
      }
      let is_lower = (t & distance) == 0u;
      let other_first = other.key < mine.key || (other.key == mine.key && other.index < mine.index);
      if (other_first == (is_lower == ascending)) { mine = other; }
    }
  }
  keys[row.x * N + t] = mine.key;
  order[row.x * N + t] = mine.index;
}
