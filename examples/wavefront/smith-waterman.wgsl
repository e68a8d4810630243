// The best local alignment of two sequences that ends at each pair of letters (Smith and Waterman, 1981), with the gap
// costs of Gotoh (1982): opening one costs more than going on with it.
@group(1) @binding(0) var<storage, read> first: array<u32>;
@group(1) @binding(1) var<storage, read> second: array<u32>;

const MATCH = 5;
const MISMATCH = -4;
const OPEN = 10;
const EXTEND = 1;
/// Less than any score, and far from where it would wrap around.
const NEVER = -1000000;

struct Cell {
  score: i32,
  /// The best that ends in a gap of either sequence.
  gapInFirst: i32,
  gapInSecond: i32,
}

fn outside(row: i32, column: i32) -> Cell {
  return Cell(0, NEVER, NEVER);
}

fn cell(row: i32, column: i32, west: Cell, north: Cell, northWest: Cell) -> Cell {
  let similarity = select(MISMATCH, MATCH, first[row] == second[column]);
  let gapInFirst = max(west.score - OPEN, west.gapInFirst - EXTEND);
  let gapInSecond = max(north.score - OPEN, north.gapInSecond - EXTEND);
  let score = max(max(0, northWest.score + similarity), max(gapInFirst, gapInSecond));
  return Cell(score, gapInFirst, gapInSecond);
}
