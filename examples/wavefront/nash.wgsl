// What two players' choices are worth to them, where each place of the table is a game of its own and the games before
// it say where it begins: both answer what the other did, a little at a time, TSIZE times. The work of a cell is
// TSIZE rounds, and all cells have the same.
override TSIZE: u32 = 64u;

struct Cell {
  rounds: u32,
  leader: u32,
  /// How likely each player is to take each of two choices, and what it is worth.
  choice: vec4f,
  worth: vec4f,
}

fn outside(row: i32, column: i32) -> Cell {
  let start = f32((row * 7 + column * 3) & 15) / 16.0;
  return Cell(0u, 0u, vec4f(start, 1.0 - start, 0.5, 0.5), vec4f(0.0));
}

fn cell(row: i32, column: i32, west: Cell, north: Cell, northWest: Cell) -> Cell {
  var choice = 0.5 * west.choice + 0.25 * north.choice + 0.25 * northWest.choice;
  var worth = 0.5 * north.worth + 0.25 * west.worth + 0.25 * northWest.worth;
  let gain = vec2f(f32(row & 7), f32(column & 7)) * 0.125;
  for (var round = 0u; round < TSIZE; round++) {
    // What each choice of one player gives against the mixture of the other.
    let answer = choice.zwxy * gain.xyxy + vec4f(0.25, 0.125, 0.125, 0.25);
    worth = 0.75 * worth + 0.25 * answer;
    choice = 0.875 * choice + 0.125 * worth;
  }
  return Cell(west.rounds + TSIZE, select(0u, 1u, choice.x > choice.z), choice, worth);
}
