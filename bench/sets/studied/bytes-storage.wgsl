// Checksums of words, a byte at a time: the 256 entries of the table are in a storage buffer.
@group(0) @binding(0) var<storage, read> table: array<u32>;
@group(0) @binding(1) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var sum = words[id.x];
  for (var k = 0u; k < 64u; k++) {
    sum = table[(sum ^ k) & 255u] ^ (sum >> 8u);
  }
  words[id.x] = sum;
}
