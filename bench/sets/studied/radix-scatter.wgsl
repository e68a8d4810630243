// One pass of a block-wise radix sort: four bits, ranks by an exclusive scan of flags in workgroup memory.
@group(0) @binding(0) var<storage, read> keys_in: array<u32>;
@group(0) @binding(1) var<storage, read_write> keys_out: array<u32>;
override SHIFT: u32 = 0;
const SIZE = 256u;
var<workgroup> keys: array<u32, SIZE>;
var<workgroup> scan: array<u32, SIZE>;

@compute @workgroup_size(256)
fn sort_block(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_index) t: u32) {
  keys[t] = keys_in[gid.x];
  workgroupBarrier();
  for (var bit = SHIFT; bit < SHIFT + 4u; bit++) {
    let key = keys[t];
    let flag = (key >> bit) & 1u;
    scan[t] = 1u - flag;
    workgroupBarrier();
    for (var offset = 1u; offset < SIZE; offset <<= 1u) {
      var add = 0u;
      if (t >= offset) { add = scan[t - offset]; }
      workgroupBarrier();
      scan[t] += add;
      workgroupBarrier();
    }
    let zeros = scan[SIZE - 1u];
    var rank = scan[t] - 1u;
    if (flag == 1u) { rank = zeros + t - scan[t]; }
    workgroupBarrier();
    keys[rank] = key;
    workgroupBarrier();
  }
  keys_out[gid.x] = keys[t];
}
