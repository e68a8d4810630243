// Ungapped extension of seeds, as in BLAST: from each pair of positions, along the diagonal to the right and to the
// left until the score has dropped by X below the best so far. Sequences are packed two bits per base.
struct Hit {
  score: i32,
  left: u32,
  right: u32,
}

override SEEDS: u32;
override BASES: u32;
const MATCH = 5;
const MISMATCH = -4;
const DROP = 40;

@group(0) @binding(0) var<storage, read> query: array<u32>;
@group(0) @binding(1) var<storage, read> subject: array<u32>;
@group(0) @binding(2) var<storage, read> seeds: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read_write> hits: array<Hit>;

fn same(q: u32, s: u32) -> bool {
  let a = query[q >> 4u] >> (2u * (q & 15u));
  let b = subject[s >> 4u] >> (2u * (s & 15u));
  return ((a ^ b) & 3u) == 0u;
}

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= SEEDS) {
    return;
  }
  let seed = seeds[id.x];

  var score = 0;
  var best = 0;
  var right = 0u;
  let roomRight = BASES - max(seed.x, seed.y);
  for (var i = 0u; i < roomRight; i++) {
    score += select(MISMATCH, MATCH, same(seed.x + i, seed.y + i));
    if (score > best) {
      best = score;
      right = i + 1u;
    }
    if (score < best - DROP) {
      break;
    }
  }

  score = best;
  var left = 0u;
  let roomLeft = min(seed.x, seed.y);
  for (var i = 1u; i <= roomLeft; i++) {
    score += select(MISMATCH, MATCH, same(seed.x - i, seed.y - i));
    if (score > best) {
      best = score;
      left = i;
    }
    if (score < best - DROP) {
      break;
    }
  }
  hits[id.x] = Hit(best, left, right);
}
