// In how many ways one comes from the upper left to each field by going right, down or both, around blocked fields;
// modulo 2^32.
@group(1) @binding(0) var<storage, read> blocked: array<u32>;

struct Cell {
  ways: u32,
}

fn outside(row: i32, column: i32) -> Cell {
  return Cell(select(0u, 1u, row == -1 && column == -1));
}

fn cell(row: i32, column: i32, west: Cell, north: Cell, northWest: Cell) -> Cell {
  // An eighth of the fields, but not the first one.
  let isBlocked = blocked[row * COLUMNS + column] == 0u && row + column > 0;
  return Cell(select(west.ways + north.ways + northWest.ways, 0u, isBlocked));
}
