// Checksums of words, a byte at a time: the 256 entries of the table are in workgroup memory.
@group(0) @binding(0) var<storage, read> table: array<u32>;
@group(0) @binding(1) var<storage, read_write> words: array<u32>;

var<workgroup> entries: array<u32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  entries[lane] = table[lane];
  workgroupBarrier();
  var sum = words[id.x];
  for (var k = 0u; k < 64u; k++) {
    sum = entries[(sum ^ k) & 255u] ^ (sum >> 8u);
  }
  words[id.x] = sum;
}
