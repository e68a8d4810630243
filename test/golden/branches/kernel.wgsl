// Ways that lanes of a warp part on, a short one that is predicated, and a switch.
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var word = a[id.x];
  if (word % 2u == 0u) {
    word += 3u;
  }
  if (word % 3u == 0u) {
    for (var i = 0u; i < word % 7u; i++) {
      word = word * 1664525u + a[i];
    }
  } else {
    word ^= a[word % 64u];
    b[id.x + 1024u] = word;
  }
  switch (word % 5u) {
    case 0u: { word = word / 9u; }
    case 1u: { word = reverseBits(word) + a[1]; }
    case 2u: { word = countOneBits(word) * a[2]; }
    default: { word = ~word; }
  }
  b[id.x] = word;
}
