// Kalah (6 pits a side) for many boards at once: alpha-beta to a fixed depth with a stack of its own, as WGSL has no
// recursion. Pits 0..5 and store 6 are the first player's, 7..12 and 13 the second's. A capture takes what lies
// opposite; a last seed in the own store moves again. Scores are differences of the stores as the first player
// sees them; the output has the best first move and its score.
const MAX_DEPTH = 6;
override DEPTH: i32 = 4;

struct Node {
  pits: array<u32, 14>,
  alpha: i32,
  beta: i32,
  best: i32,
  next: u32,       // the pit of the side to move that is tried next
  side: u32,
}

@group(0) @binding(0) var<storage, read> boards: array<u32>;       // 14 per board
@group(0) @binding(1) var<storage, read_write> verdicts: array<vec2<i32>>;

var<private> stack: array<Node, 7>;

fn evaluate(n: i32) -> i32 {
  var score = 8 * (i32(stack[n].pits[6]) - i32(stack[n].pits[13]));
  for (var p = 0; p < 6; p++) {
    score += i32(stack[n].pits[p]) - i32(stack[n].pits[p + 7]);
  }
  return score;
}

// Plays a pit of the side to move in stack[n] into stack[n + 1]. Returns the side that moves then.
fn sow(n: i32, pit: u32) -> u32 {
  stack[n + 1].pits = stack[n].pits;
  let side = stack[n].side;
  let origin = side * 7u + pit;
  let store = side * 7u + 6u;
  let foreign = 19u - store;
  var hand = stack[n].pits[origin];
  stack[n + 1].pits[origin] = 0u;
  var at = origin;
  while (hand > 0u) {
    at = select(at + 1u, 0u, at == 13u);
    if (at == foreign) {
      continue;
    }
    stack[n + 1].pits[at]++;
    hand--;
  }
  if (at == store) {
    return side;
  }
  if (at / 7u == side && stack[n + 1].pits[at] == 1u) {
    let opposite = 12u - at;
    let taken = stack[n + 1].pits[opposite];
    if (taken > 0u) {
      stack[n + 1].pits[store] += taken + 1u;
      stack[n + 1].pits[opposite] = 0u;
      stack[n + 1].pits[at] = 0u;
    }
  }
  return 1u - side;
}

@compute @workgroup_size(64)
fn search(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&verdicts)) {
    return;
  }
  for (var p = 0u; p < 14u; p++) {
    stack[0].pits[p] = boards[id.x * 14u + p];
  }
  stack[0].alpha = -10000;
  stack[0].beta = 10000;
  stack[0].best = -10000;
  stack[0].next = 0u;
  stack[0].side = 0u;
  let depth = min(DEPTH, MAX_DEPTH);
  var bestMove = -1;
  var n = 0;

  loop {
    let side = stack[n].side;
    let finished = stack[n].next >= 6u || stack[n].alpha >= stack[n].beta;
    if (!finished) {
      let pit = stack[n].next;
      stack[n].next = pit + 1u;
      if (stack[n].pits[side * 7u + pit] == 0u) {
        continue;
      }
      let mover = sow(n, pit);
      if (n + 1 < depth) {
        stack[n + 1].alpha = stack[n].alpha;
        stack[n + 1].beta = stack[n].beta;
        stack[n + 1].best = select(10000, -10000, mover == 0u);
        stack[n + 1].next = 0u;
        stack[n + 1].side = mover;
        n++;
        continue;
      }
      // A leaf
      let score = evaluate(n + 1);
      if (side == 0u && score > stack[n].best) {
        stack[n].best = score;
        stack[n].alpha = max(stack[n].alpha, score);
        if (n == 0) {
          bestMove = i32(pit);
        }
      } else if (side == 1u && score < stack[n].best) {
        stack[n].best = score;
        stack[n].beta = min(stack[n].beta, score);
      }
      continue;
    }

    if (n == 0) {
      break;
    }
    var value = stack[n].best;
    if (abs(value) == 10000) {      // nobody could move
      value = evaluate(n);
    }
    n--;
    if (stack[n].side == 0u && value > stack[n].best) {
      stack[n].best = value;
      stack[n].alpha = max(stack[n].alpha, value);
      if (n == 0) {
        bestMove = i32(stack[0].next) - 1;
      }
    } else if (stack[n].side == 1u && value < stack[n].best) {
      stack[n].best = value;
      stack[n].beta = min(stack[n].beta, value);
    }
  }
  verdicts[id.x] = vec2<i32>(bestMove, stack[0].best);
}
