// Log likelihood of a sequencing read given a haplotype by the forward algorithm of a pair hidden Markov model
// (match, insertion, deletion), one pair per invocation. Rows are rescaled to stay within f32.
const HAPLOTYPE = 48u; // bases of a haplotype, 16 in a word
const WORDS = 3u;
const READ_WORDS = 6u; // a read has at most 96 bases

struct Pair { read: u32, haplotype: u32 }
struct Gaps { open: f32, extend: f32 }

@group(0) @binding(0) var<storage, read> pairs: array<Pair>;
@group(0) @binding(1) var<storage, read> reads: array<u32>;
@group(0) @binding(2) var<storage, read> extraBases: array<u32>; // beyond the shortest read
@group(0) @binding(3) var<storage, read> errors: array<f32>; // probability that a base was read wrongly
@group(0) @binding(4) var<storage, read> haplotypes: array<u32>;
@group(0) @binding(5) var<uniform> gaps: Gaps;
@group(0) @binding(6) var<storage, read_write> likelihoods: array<f32>;

const SHORTEST = 32u;

fn base(word: u32, at: u32) -> u32 {
  return (word >> (2u * (at & 15u))) & 3u;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&pairs)) {
    return;
  }
  let pair = pairs[id.x];
  let bases = SHORTEST + extraBases[pair.read];

  var sequence: array<u32, HAPLOTYPE>;
  var matches: array<f32, HAPLOTYPE + 1u>;
  var insertions: array<f32, HAPLOTYPE + 1u>;
  var deletions: array<f32, HAPLOTYPE + 1u>;
  for (var j = 0u; j < HAPLOTYPE; j++) {
    sequence[j] = base(haplotypes[pair.haplotype * WORDS + j / 16u], j);
  }
  for (var j = 0u; j <= HAPLOTYPE; j++) {
    deletions[j] = 1.0 / f32(HAPLOTYPE);
  }

  let stay = 1.0 - 2.0 * gaps.open;
  let leave = 1.0 - gaps.extend;
  var scale = 1.0;
  var logarithm = 0.0;
  for (var i = 0u; i < bases; i++) {
    let letter = base(reads[pair.read * READ_WORDS + i / 16u], i);
    let wrong = errors[pair.read * 16u * READ_WORDS + i];
    var diagonal = vec3<f32>(matches[0], insertions[0], deletions[0]) * scale;
    matches[0] = 0.0;
    insertions[0] = 0.0;
    deletions[0] = 0.0;
    var total = 0.0;
    for (var j = 1u; j <= HAPLOTYPE; j++) {
      let above = vec3<f32>(matches[j], insertions[j], deletions[j]) * scale;
      let emitted = select(wrong / 3.0, 1.0 - wrong, letter == sequence[j - 1u]);
      let matched = emitted * (stay * diagonal.x + leave * (diagonal.y + diagonal.z));
      let inserted = gaps.open * above.x + gaps.extend * above.y;
      deletions[j] = gaps.open * matches[j - 1u] + gaps.extend * deletions[j - 1u];
      matches[j] = matched;
      insertions[j] = inserted;
      total += matched + inserted;
      diagonal = above;
    }
    scale = 1.0 / total;
    logarithm += log2(total);
  }
  likelihoods[id.x] = logarithm * 0.30103;
}
