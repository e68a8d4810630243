// Checksums of words, a nibble at a time: the 16 entries of the table are in workgroup memory.
@group(0) @binding(0) var<storage, read_write> words: array<u32>;

const TABLE = array<u32, 16>(
  0x00000000u, 0x1db71064u, 0x3b6e20c8u, 0x26d930acu, 0x76dc4190u, 0x6b6b51f4u, 0x4db26158u, 0x5005713cu,
  0xedb88320u, 0xf00f9344u, 0xd6d6a3e8u, 0xcb61b38cu, 0x9b64c2b0u, 0x86d3d2d4u, 0xa00ae278u, 0xbdbdf21cu,
);
var<workgroup> entries: array<u32, 16>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  if (lane < 16u) {
    entries[lane] = TABLE[lane];
  }
  workgroupBarrier();
  var sum = words[id.x];
  for (var k = 0u; k < 32u; k++) {
    sum = entries[sum & 15u] ^ (sum >> 4u);
  }
  words[id.x] = sum;
}
