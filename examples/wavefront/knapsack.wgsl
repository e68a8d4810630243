// The 0/1 knapsack: the most that the first items are worth within each capacity. An item's weight w is at most SPAN,
// and a cell holds what the SPAN capacities before its own are worth with the same items, so that the one that
// lacks w is found in the cell to the north.
@group(1) @binding(0) var<storage, read> weightsLessOne: array<u32>;
@group(1) @binding(1) var<storage, read> values: array<u32>;

const SPAN = 7u;

struct Cell {
  /// With the cell's capacity, and with 1 to SPAN less.
  worth: array<i32, 8>,
}

fn outside(row: i32, column: i32) -> Cell {
  var here: Cell;
  // A capacity below 0 holds nothing, not even no items.
  for (var less = 0; less <= i32(SPAN); less++) {
    here.worth[less] = select(0, -1000000, column < less);
  }
  return here;
}

/// Rows are items, columns capacities from 0 on.
fn cell(row: i32, column: i32, west: Cell, north: Cell, northWest: Cell) -> Cell {
  let weight = weightsLessOne[row] + 1u;
  var taken = 0;
  // Written as a choice so that the array stays in registers.
  for (var less = 1u; less <= SPAN; less++) {
    taken = select(taken, north.worth[less], less == weight);
  }
  var here: Cell;
  here.worth[0] = max(north.worth[0], taken + i32(values[row]));
  for (var less = 1u; less <= SPAN; less++) {
    here.worth[less] = west.worth[less - 1u];
  }
  return here;
}
