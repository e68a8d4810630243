// Mastermind with 5 pegs and 8 colours: for every one of the 32768 possible guesses, how would it partition the
// codes that are still possible? Writes the size of the largest part (Knuth) and the sum of squares (expected size).
// A code is 15 bits, 3 per peg.

const PEGS = 5u;
const COLOURS = 8u;
const CODES = 32768u;
const TILE = 128u;

@group(0) @binding(0) var<storage, read> candidates: array<u32>;
@group(0) @binding(1) var<storage, read_write> worst: array<u32>;
@group(0) @binding(2) var<storage, read_write> squares: array<u32>;

var<workgroup> tileCode: array<u32, TILE>;
var<workgroup> tileCounts: array<u32, TILE>;

// Number of pegs of each colour, one nibble per colour.
fn countColours(code: u32) -> u32 {
  var counts = 0u;
  for (var p = 0u; p < PEGS; p++) {
    let colour = (code >> (3u * p)) & 7u;
    counts += 1u << (4u * colour);
  }
  return counts;
}

fn commonColours(a: u32, b: u32) -> u32 {
  var matching = 0u;
  for (var c = 0u; c < COLOURS; c++) {
    matching += min((a >> (4u * c)) & 15u, (b >> (4u * c)) & 15u);
  }
  return matching;
}

@compute @workgroup_size(TILE)
fn partitionSizes(
  @builtin(global_invocation_id) gid: vec3<u32>,
  @builtin(local_invocation_id) lid: vec3<u32>,
) {
  let guess = gid.x & (CODES - 1u);
  let guessCounts = countColours(guess);
  var parts: array<u32, 36>;   // black * 6 + white
  for (var i = 0u; i < 36u; i++) {
    parts[i] = 0u;
  }

  let total = arrayLength(&candidates);
  for (var start = 0u; start < total; start += TILE) {
    let k = start + lid.x;
    if (k < total) {
      let code = candidates[k];
      tileCode[lid.x] = code;
      tileCounts[lid.x] = countColours(code);
    }
    workgroupBarrier();
    let n = min(TILE, total - start);
    for (var j = 0u; j < n; j++) {
      var differ = guess ^ tileCode[j];
      differ = (differ | (differ >> 1u) | (differ >> 2u)) & 0x1249u;
      let black = PEGS - countOneBits(differ);
      let white = commonColours(guessCounts, tileCounts[j]) - black;
      parts[black * 6u + white] += 1u;
    }
    workgroupBarrier();
  }

  var largest = 0u;
  var sum = 0u;
  for (var i = 0u; i < 36u; i++) {
    largest = max(largest, parts[i]);
    sum += parts[i] * parts[i];
  }
  if (gid.x < CODES) {
    worst[gid.x] = largest;
    squares[gid.x] = sum;
  }
}
