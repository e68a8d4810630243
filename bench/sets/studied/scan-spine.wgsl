// Exclusive scan of the block sums of a larger scan: one workgroup of 1024 with subgroup scans.
enable subgroups;
@group(0) @binding(0) var<storage, read_write> sums: array<u32>;
var<workgroup> per_subgroup: array<u32, 32>;
var<workgroup> carry: u32;

@compute @workgroup_size(1024)
fn main(@builtin(local_invocation_index) t: u32, @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_size) size: u32) {
  let n = arrayLength(&sums);
  let subgroup = t / size;
  for (var start = 0u; start < n; start += 1024u) {
    var value = 0u;
    if (start + t < n) { value = sums[start + t]; }
    let before = subgroupExclusiveAdd(value);
    if (lane == size - 1u) { per_subgroup[subgroup] = before + value; }
    workgroupBarrier();
    let total = per_subgroup[t & 31u];
    let offset = subgroupExclusiveAdd(total);
    workgroupBarrier();
    if (t < 32u) { per_subgroup[t] = offset; }
    workgroupBarrier();
    let result = carry + per_subgroup[subgroup] + before;
    if (start + t < n) { sums[start + t] = result; }
    workgroupBarrier();
    if (t == 1023u) { carry = result + value; }
    workgroupBarrier();
  }
}
