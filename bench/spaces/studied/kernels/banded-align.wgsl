// Extension of read alignments: banded Smith-Waterman with affine gaps.
// One invocation per pair of read and candidate window, bases packed in 2 bits.

const WORDS: u32 = 8u;       // 16 bases to a word
const LENGTH: i32 = 128;
const HALF: i32 = 8;
const BAND: i32 = 17;

const MATCH: i32 = 2;
const MISMATCH: i32 = -3;
const GAP_OPEN: i32 = 5;
const GAP_EXTEND: i32 = 1;
const FLOOR: i32 = -100000;

@group(0) @binding(0) var<storage, read> reads: array<u32>;
@group(0) @binding(1) var<storage, read> windows: array<u32>;
@group(0) @binding(2) var<storage, read_write> best: array<vec2<i32>>;
@group(0) @binding(3) var<uniform> pairs: u32;

var<private> windowBases: array<u32, 8>;

fn windowBase(at: i32) -> u32 {
  return (windowBases[at >> 4u] >> (2u * (u32(at) & 15u))) & 3u;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
  let pair = gid.x;
  if (pair >= pairs) {
    return;
  }
  for (var w = 0u; w < WORDS; w++) {
    windowBases[w] = windows[pair * WORDS + w];
  }

  // Cells of the previous row; the band moves one to the right with each row.
  var h: array<i32, 18>;
  var e: array<i32, 18>;
  for (var b = 0; b <= BAND; b++) {
    h[b] = 0;
    e[b] = FLOOR;
  }

  var score = 0;
  var where_ = 0;
  var word = 0u;
  for (var row = 0; row < LENGTH; row++) {
    if ((row & 15) == 0) {
      word = reads[pair * WORDS + u32(row >> 4u)];
    }
    let base = word & 3u;
    word >>= 2u;

    var f = FLOOR;
    var left = 0;
    for (var b = 0; b < BAND; b++) {
      let column = row + b - HALF;
      if (column < 0 || column >= LENGTH) {
        h[b] = 0;
        e[b] = FLOOR;
        continue;
      }
      let s = select(MISMATCH, MATCH, windowBase(column) == base);
      // Above is one further right in the band that has moved.
      let up = max(h[b + 1] - GAP_OPEN, e[b + 1] - GAP_EXTEND);
      f = max(left - GAP_OPEN, f - GAP_EXTEND);
      let cell = max(max(h[b] + s, 0), max(up, f));
      e[b] = up;
      h[b] = cell;
      left = cell;
      if (cell > score) {
        score = cell;
        where_ = (row << 8u) | column;
      }
    }
    h[BAND] = 0;
    e[BAND] = FLOOR;
  }
  best[pair] = vec2<i32>(score, where_);
}
