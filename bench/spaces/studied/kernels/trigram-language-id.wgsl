// Guesses the language of documents from their trigrams. One workgroup reads one document;
// its lanes add up the log-likelihoods of 16 languages, then the sums are reduced.
// Text is normalised to 32 symbols, six of five bits in a word.

override LANES: u32 = 64u;

const SYMBOLS = 6u;

struct Corpus {
  documents: u32,
}

struct Verdict {
  language: u32,
  margin: f32,
}

@group(0) @binding(0) var<storage, read> text: array<u32>;
@group(0) @binding(1) var<storage, read> starts: array<u32>; // in words
@group(0) @binding(2) var<storage, read> model: array<vec4<u32>>; // 16 costs of a byte for each trigram
@group(0) @binding(3) var<storage, read_write> verdicts: array<Verdict>;
@group(0) @binding(4) var<uniform> corpus: Corpus;

var<workgroup> partial: array<array<vec4<f32>, 4>, LANES>;

@compute @workgroup_size(LANES)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let document = group.x;
  if (document >= corpus.documents) {
    return;
  }
  let begin = starts[document];
  let end = starts[document + 1u];

  var cost: array<vec4<f32>, 4>;
  for (var w = begin + lane; w < end; w += LANES) {
    // The two symbols before this word; a document starts after spaces.
    var context = 0u;
    if (w > begin) {
      context = (text[w - 1u] >> 20u) & 0x3ffu;
      context = ((context & 31u) << 5u) | (context >> 5u);
    }
    var rest = text[w];
    for (var k = 0u; k < SYMBOLS; k++) {
      let trigram = (context << 5u) | (rest & 31u);
      rest >>= 5u;
      context = trigram & 0x3ffu;
      let bytes = model[trigram];
      cost[0] += unpack4x8unorm(bytes.x);
      cost[1] += unpack4x8unorm(bytes.y);
      cost[2] += unpack4x8unorm(bytes.z);
      cost[3] += unpack4x8unorm(bytes.w);
    }
  }
  partial[lane] = cost;
  workgroupBarrier();

  for (var half = LANES / 2u; half > 0u; half /= 2u) {
    if (lane < half) {
      for (var q = 0u; q < 4u; q++) {
        partial[lane][q] += partial[lane + half][q];
      }
    }
    workgroupBarrier();
  }

  if (lane == 0u) {
    var best = 1e30;
    var second = 1e30;
    var language = 0u;
    for (var l = 0u; l < 16u; l++) {
      let c = partial[0][l / 4u][l % 4u];
      if (c < best) {
        second = best;
        best = c;
        language = l;
      } else {
        second = min(second, c);
      }
    }
    verdicts[document] = Verdict(language, (second - best) / f32(max(end - begin, 1u)));
  }
}
