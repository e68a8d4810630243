// Optimal line breaks in the manner of Knuth and Plass, one paragraph per invocation:
// the breaks with the least sum of demerits, by dynamic programming over the words.

const FAR = 1e30;

struct Style {
  paragraphs: u32,
  lineWidth: f32,
  space: f32,
  stretch: f32,      // per space
  shrink: f32,
}

@group(0) @binding(0) var<uniform> style: Style;
@group(0) @binding(1) var<storage, read> firstWord: array<u32>;
@group(0) @binding(2) var<storage, read> wordWidth: array<f32>;
@group(0) @binding(3) var<storage, read_write> demerits: array<f32>;     // words + paragraphs
@group(0) @binding(4) var<storage, read_write> lineStart: array<u32>;    // words + paragraphs
@group(0) @binding(5) var<storage, read_write> endsLine: array<u32>;     // words
@group(0) @binding(6) var<storage, read_write> lines: array<u32>;        // paragraphs

fn lineDemerits(natural: f32, spaces: f32, isLast: bool) -> f32 {
  let slack = style.lineWidth - natural;
  if (slack >= 0.0 && isLast) {
    return 1.0;
  }
  let give = select(style.shrink, style.stretch, slack >= 0.0) * max(spaces, 0.25);
  let ratio = slack / give;
  if (ratio < -1.0) {
    return FAR;
  }
  let badness = min(100.0 * abs(ratio * ratio * ratio), 10000.0);
  return (1.0 + badness) * (1.0 + badness);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let paragraph = id.x;
  if (paragraph >= style.paragraphs) {
    return;
  }
  let begin = firstWord[paragraph];
  let words = firstWord[paragraph + 1u] - begin;
  let base = begin + paragraph;    // a paragraph has one more place to break than words

  demerits[base] = 0.0;
  for (var i = 1u; i <= words; i++) {
    var best = FAR;
    var bestStart = i - 1u;
    var natural = 0.0;
    var spaces = 0.0;
    for (var j = i; j > 0u; j--) {
      natural += wordWidth[begin + j - 1u];
      if (j < i) {
        natural += style.space;
        spaces += 1.0;
      }
      if (natural - spaces * style.shrink > style.lineWidth) {
        break;
      }
      let total = demerits[base + j - 1u] + lineDemerits(natural, spaces, i == words);
      if (total < best) {
        best = total;
        bestStart = j - 1u;
      }
    }
    demerits[base + i] = best;
    lineStart[base + i] = bestStart;
    endsLine[begin + i - 1u] = 0u;
  }

  var count = 0u;
  var at = words;
  while (at > 0u) {
    endsLine[begin + at - 1u] = 1u;
    at = lineStart[base + at];
    count++;
  }
  lines[paragraph] = count;
}
