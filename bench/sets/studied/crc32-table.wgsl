// CRC-32 of 1 KiB records with the table of 256 entries in workgroup memory; a record per invocation.
@group(0) @binding(0) var<storage, read> records: array<u32>;
@group(0) @binding(1) var<storage, read_write> crc_out: array<u32>;
override WORDS: u32 = 256;
var<workgroup> table: array<u32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) t: u32) {
  var entry = t;
  for (var k = 0; k < 8; k++) {
    entry = select(entry >> 1u, (entry >> 1u) ^ 0xedb88320u, (entry & 1u) == 1u);
  }
  table[t] = entry;
  workgroupBarrier();
  var crc = 0xffffffffu;
  let count = arrayLength(&crc_out);
  for (var i = 0u; i < WORDS; i++) {
    var word = records[i * count + id.x];
    for (var b = 0u; b < 4u; b++) {
      crc = table[(crc ^ word) & 0xffu] ^ (crc >> 8u);
      word >>= 8u;
    }
  }
  crc_out[id.x] = ~crc;
}
