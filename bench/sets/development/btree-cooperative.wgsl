// B+ tree: 16 lanes per query compare one key each; the lane with the last key that is not too large says how to
// go on. The tree is that of btree-lookup.wgsl.
@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read> records: array<u32>;
@group(0) @binding(2) var<storage, read> queries: array<u32>;
@group(0) @binding(3) var<storage, read_write> answers: array<u32>;

override LEVELS: u32;
const ORDER = 16u;
const QUERIES = 8u;
var<workgroup> nodes: array<u32, QUERIES>;

@compute @workgroup_size(ORDER, QUERIES)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let at = group.x * QUERIES + local.y;
  let query = queries[at];
  var levelStart = 0u;
  var levelSize = ORDER;
  for (var level = 0u; level < LEVELS; level++) {
    workgroupBarrier();
    let slot = nodes[local.y] * ORDER + local.x;
    workgroupBarrier();
    let wanted = levelStart + (query >> (4u * (LEVELS - 1u - level)));
    let isLast = local.x == ORDER - 1u || keys[levelStart + slot + 1u] > wanted;
    if (keys[levelStart + slot] <= wanted && isLast) {
      nodes[local.y] = slot;
    }
    levelStart += levelSize;
    levelSize *= ORDER;
  }
  workgroupBarrier();
  if (local.x == 0u) {
    answers[at] = records[nodes[local.y]];
  }
}
