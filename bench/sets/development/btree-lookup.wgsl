// B+ tree: one query per invocation walks from the root to a leaf. All nodes have 16 keys; the levels lie one
// after the other, a level's keys are numbered through, and child c of a level is node c of the next.
struct Tree { levels: u32 }

@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read> records: array<u32>;
@group(0) @binding(2) var<storage, read> queries: array<u32>;
@group(0) @binding(3) var<storage, read_write> answers: array<u32>;
@group(0) @binding(4) var<uniform> tree: Tree;

const ORDER = 16u;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&queries)) {
    return;
  }
  let query = queries[id.x];
  var node = 0u;
  var levelStart = 0u;
  var levelSize = ORDER;
  for (var level = 0u; level < tree.levels; level++) {
    // Keys of inner nodes are the query's leading digits, counted on from the level's first key.
    let wanted = levelStart + (query >> (4u * (tree.levels - 1u - level)));
    var slot = ORDER - 1u;
    while (slot > 0u && keys[levelStart + node * ORDER + slot] > wanted) {
      slot--;
    }
    node = node * ORDER + slot;
    levelStart += levelSize;
    levelSize *= ORDER;
  }
  answers[id.x] = records[node];
}
