// Plays random games of connect four to their end, one per invocation, on bitboards of 7 columns of 7 bits (the top one
// stays empty; 49 bits in two words of 28 and 21). Tallies who won and after how many moves.
struct Rollouts {
  games: u32,
  seed: u32,
}

@group(0) @binding(0) var<storage, read_write> tally: array<atomic<u32>>; // 64 for each outcome: draw, first, second
@group(0) @binding(1) var<uniform> rollouts: Rollouts;

var<workgroup> local: array<atomic<u32>, 192>;

// The board's bits moved down by less than 28.
fn down(board: vec2<u32>, by: u32) -> vec2<u32> {
  return vec2<u32>(((board.x >> by) | (board.y << (28u - by))) & 0xfffffffu, board.y >> by);
}

fn fourInLine(board: vec2<u32>, by: u32) -> bool {
  let pairs = board & down(board, by);
  return any((pairs & down(pairs, 2u * by)) != vec2<u32>(0u));
}

fn wins(board: vec2<u32>) -> bool {
  return fourInLine(board, 1u) || fourInLine(board, 7u) || fourInLine(board, 6u) || fourInLine(board, 8u);
}

@compute @workgroup_size(128)
fn play(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
) {
  for (var bin = index; bin < 192u; bin += 128u) {
    atomicStore(&local[bin], 0u);
  }
  workgroupBarrier();
  if (id.x < rollouts.games) {
    var random = (id.x ^ rollouts.seed) * 2654435769u + 1u;
    var boards: array<vec2<u32>, 2>;
    var heights: array<u32, 7>;
    var moves = 0u;
    var outcome = 0u;
    while (moves < 42u) {
      random ^= random << 13u;
      random ^= random >> 17u;
      random ^= random << 5u;
      var column = (random >> 8u) % 7u;
      while (heights[column] == 6u) {
        column = select(column + 1u, 0u, column == 6u);
      }
      let cell = column * 7u + heights[column];
      heights[column]++;
      let side = moves & 1u;
      if (cell < 28u) {
        boards[side].x |= 1u << cell;
      } else {
        boards[side].y |= 1u << (cell - 28u);
      }
      moves++;
      if (wins(boards[side])) {
        outcome = side + 1u;
        break;
      }
    }
    atomicAdd(&local[outcome * 64u + moves], 1u);
  }
  workgroupBarrier();
  for (var bin = index; bin < 192u; bin += 128u) {
    let count = atomicLoad(&local[bin]);
    if (count > 0u) {
      atomicAdd(&tally[bin], count);
    }
  }
}
