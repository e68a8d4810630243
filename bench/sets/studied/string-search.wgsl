// Counts where a pattern occurs in a text of packed bytes over a small alphabet; a position per invocation, early exit.
@group(0) @binding(0) var<storage, read> text: array<u32>;
@group(0) @binding(1) var<storage, read> pattern: array<u32>;
@group(0) @binding(2) var<storage, read_write> found: atomic<u32>;
override PATTERN_LENGTH: u32 = 12;

fn byte_of(word: u32, i: u32) -> u32 { return (word >> ((i & 3u) * 8u)) & 3u; }

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let length = arrayLength(&text) * 4u;
  if (id.x + PATTERN_LENGTH > length) { return; }
  var matches = true;
  for (var i = 0u; i < PATTERN_LENGTH; i++) {
    let at = id.x + i;
    if (byte_of(text[at >> 2u], at) != byte_of(pattern[i >> 2u], i)) {
      matches = false;
      break;
    }
  }
  if (matches) { atomicAdd(&found, 1u); }
}
