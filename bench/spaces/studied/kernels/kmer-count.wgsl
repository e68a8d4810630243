// Counts canonical 10-mers of a genome that is packed two bits per base: each invocation takes the sixteen k-mers
// that begin in one word, and counts each by the smaller of itself and its reverse complement.
override WORDS: u32;
const K = 10u;
const MASK = (1u << (2u * K)) - 1u;

@group(0) @binding(0) var<storage, read> genome: array<u32>;
@group(0) @binding(1) var<storage, read_write> counts: array<atomic<u32>>;

fn baseAt(first: u32, second: u32, index: u32) -> u32 {
  let word = select(second, first, index < 16u);
  return (word >> (2u * (index & 15u))) & 3u;
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x + 1u >= WORDS) {
    return;
  }
  let first = genome[id.x];
  let second = genome[id.x + 1u];

  var forward = 0u;
  var reverse = 0u;
  for (var i = 0u; i < 15u + K; i++) {
    let base = baseAt(first, second, i);
    forward = ((forward << 2u) | base) & MASK;
    reverse = (reverse >> 2u) | ((3u - base) << (2u * (K - 1u)));
    if (i >= K - 1u) {
      atomicAdd(&counts[min(forward, reverse)], 1u);
    }
  }
}
