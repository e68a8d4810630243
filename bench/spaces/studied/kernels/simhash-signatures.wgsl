// 64-bit SimHash of documents, for finding near duplicates: the hash of every pair of neighbouring tokens votes on
// each bit, and the signature keeps what the majority says.
override DOCUMENTS: u32;
override TOKENS: u32;

@group(0) @binding(0) var<storage, read> tokens: array<u32>;  // [DOCUMENTS][TOKENS]
@group(0) @binding(1) var<storage, read_write> signatures: array<vec2<u32>>;

fn scramble(value: u32) -> u32 {
  var h = value * 0x9e3779b1u;
  h = (h ^ (h >> 15u)) * 0x85ebca77u;
  h = (h ^ (h >> 13u)) * 0xc2b2ae3du;
  return h ^ (h >> 16u);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= DOCUMENTS) {
    return;
  }
  var votes: array<i32, 64>;
  let start = id.x * TOKENS;
  var previous = tokens[start];
  for (var t = 1u; t < TOKENS; t++) {
    let token = tokens[start + t];
    let low = scramble(previous * 65599u + token);
    let high = scramble(low ^ 0x5bd1e995u);
    for (var bit = 0u; bit < 32u; bit++) {
      votes[bit] += select(-1, 1, ((low >> bit) & 1u) == 1u);
      votes[bit + 32u] += select(-1, 1, ((high >> bit) & 1u) == 1u);
    }
    previous = token;
  }

  var signature = vec2<u32>();
  for (var bit = 0u; bit < 32u; bit++) {
    signature.x |= select(0u, 1u, votes[bit] > 0) << bit;
    signature.y |= select(0u, 1u, votes[bit + 32u] > 0) << bit;
  }
  signatures[id.x] = signature;
}
