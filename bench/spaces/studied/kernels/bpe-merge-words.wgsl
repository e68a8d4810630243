// Byte-pair encoding of pre-split words, one word per invocation: the adjacent pair of the best rank
// is merged until none is left that the vocabulary knows.
const LONGEST = 16u;
const VOCABULARY = 1024u;
const NEVER = 0xffffu;

@group(0) @binding(0) var<storage, read> starts: array<u32>;
@group(0) @binding(1) var<storage, read> text: array<u32>;          // four bytes a word
@group(0) @binding(2) var<storage, read> pairRank: array<u32>;      // VOCABULARY x VOCABULARY
@group(0) @binding(3) var<storage, read_write> tokens: array<u32>;  // from the word's first byte on
@group(0) @binding(4) var<storage, read_write> counts: array<u32>;

fn rankOf(left: u32, right: u32) -> u32 {
  let r = pairRank[left * VOCABULARY + right];
  return select(NEVER, r, r < VOCABULARY - 256u);
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let word = id.x;
  if (word >= arrayLength(&counts)) { return; }
  let start = starts[word];
  var n = min(starts[word + 1u] - start, LONGEST);
  var piece: array<u32, LONGEST>;
  var rank: array<u32, LONGEST>;   // of the piece and the next
  for (var i = 0u; i < n; i++) {
    let at = start + i;
    piece[i] = (text[at >> 2u] >> ((at & 3u) * 8u)) & 255u;
    if (i > 0u) { rank[i - 1u] = rankOf(piece[i - 1u], piece[i]); }
  }
  loop {
    var best = NEVER;
    var spot = 0u;
    for (var i = 0u; i + 1u < n; i++) {
      if (rank[i] < best) {
        best = rank[i];
        spot = i;
      }
    }
    if (best == NEVER) { break; }
    piece[spot] = 256u + best;
    n--;
    for (var i = spot + 1u; i < n; i++) {
      piece[i] = piece[i + 1u];
      rank[i - 1u] = rank[i];
      if (i + 1u < n) { rank[i] = rank[i + 1u]; }
    }
    if (spot > 0u) { rank[spot - 1u] = rankOf(piece[spot - 1u], piece[spot]); }
    if (spot + 1u < n) { rank[spot] = rankOf(piece[spot], piece[spot + 1u]); }
  }
  for (var i = 0u; i < n; i++) { tokens[start + i] = piece[i]; }
  counts[word] = n;
}
