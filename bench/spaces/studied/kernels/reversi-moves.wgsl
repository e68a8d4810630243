// Legal moves on Reversi boards, and the best of them by discs turned and the square's worth.
// A board is 64 bits in a vec2u, bit 0 the corner a1.
struct Move {
  square: u32, // 64: must pass
  score: i32,
}

@group(0) @binding(0) var<storage, read> filled: array<vec2u>;
@group(0) @binding(1) var<storage, read> colours: array<vec2u>;
@group(0) @binding(2) var<storage, read> worth: array<i32, 64>;
@group(0) @binding(3) var<storage, read_write> best: array<Move>;
@group(0) @binding(4) var<storage, read_write> mobility: array<u32>;

fn up(b: vec2u, n: u32) -> vec2u {
  return vec2u(b.x << n, (b.y << n) | (b.x >> (32u - n)));
}

fn down(b: vec2u, n: u32) -> vec2u {
  return vec2u((b.x >> n) | (b.y << (32u - n)), b.y >> n);
}

// one step in one of the eight directions, without wrapping round the edges
fn step(b: vec2u, direction: u32) -> vec2u {
  let not_a = vec2u(0xfefefefeu);
  let not_h = vec2u(0x7f7f7f7fu);
  switch (direction) {
    case 0u: { return up(b, 1u) & not_a; }
    case 1u: { return up(b, 7u) & not_h; }
    case 2u: { return up(b, 8u); }
    case 3u: { return up(b, 9u) & not_a; }
    case 4u: { return down(b, 1u) & not_h; }
    case 5u: { return down(b, 7u) & not_a; }
    case 6u: { return down(b, 8u); }
    default: { return down(b, 9u) & not_h; }
  }
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3u) {
  let board = gid.x;
  if (board >= arrayLength(&filled)) {
    return;
  }
  let discs = filled[board];
  let mine = discs & colours[board];
  let theirs = discs & ~colours[board];

  var moves = vec2u(0u);
  for (var d = 0u; d < 8u; d++) {
    var run = step(mine, d) & theirs;
    for (var i = 0u; i < 5u; i++) {
      run |= step(run, d) & theirs;
    }
    moves |= step(run, d) & ~discs;
  }
  mobility[board] = countOneBits(moves.x) + countOneBits(moves.y);

  var choice = Move(64u, -1000);
  while (any(moves != vec2u(0u))) {
    var square: u32;
    var bit: vec2u;
    if (moves.x != 0u) {
      square = firstTrailingBit(moves.x);
      bit = vec2u(1u << square, 0u);
    } else {
      square = firstTrailingBit(moves.y);
      bit = vec2u(0u, 1u << square);
      square += 32u;
    }
    moves &= ~bit;

    var turned = vec2u(0u);
    for (var d = 0u; d < 8u; d++) {
      var run = vec2u(0u);
      var at = step(bit, d);
      while (any((at & theirs) != vec2u(0u))) {
        run |= at;
        at = step(at, d);
      }
      if (any((at & mine) != vec2u(0u))) {
        turned |= run;
      }
    }
    let score = i32(countOneBits(turned.x) + countOneBits(turned.y)) + worth[square];
    if (score > choice.score) {
      choice = Move(square, score);
    }
  }
  best[board] = choice;
}
