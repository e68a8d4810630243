// Tries every rotation and column of the next piece on a board and keeps the placement that
// Dellacherie's evaluation likes best. Boards are ten columns wide, one row in a word.

const ROWS = 20u;
const FULL = 0x3ffu;

// Cells of the pieces I, O, T, S, Z, L, J in four rotations: a nibble is a row, lowest first.
const SHAPES = array<u32, 28>(
  0x000f, 0x1111, 0x000f, 0x1111,
  0x0033, 0x0033, 0x0033, 0x0033,
  0x0027, 0x0131, 0x0072, 0x0232,
  0x0063, 0x0132, 0x0063, 0x0132,
  0x0036, 0x0231, 0x0036, 0x0231,
  0x0047, 0x0113, 0x0071, 0x0322,
  0x0017, 0x0223, 0x0074, 0x0311,
);
const ROTATIONS = array<u32, 7>(2, 1, 4, 2, 2, 4, 4);

struct Batch {
  boards: u32,
}

@group(0) @binding(0) var<storage, read> cells: array<u32>;   // ROWS per board
@group(0) @binding(1) var<storage, read> heights: array<u32>; // rows in use
@group(0) @binding(2) var<storage, read> pieces: array<u32>;
@group(0) @binding(3) var<storage, read_write> moves: array<u32>;
@group(0) @binding(4) var<storage, read_write> scores: array<f32>;
@group(0) @binding(5) var<uniform> batch: Batch;

var<private> field: array<u32, 24>;

fn shape_row(shape: u32, row: u32) -> u32 {
  return (shape >> (4u * row)) & 15u;
}

fn collides(shape: u32, x: u32, y: u32) -> bool {
  for (var r = 0u; r < 4u; r++) {
    if ((field[y + r] & (shape_row(shape, r) << x)) != 0u) {
      return true;
    }
  }
  return false;
}

fn evaluate(shape: u32, x: u32, y: u32, top: u32) -> f32 {
  var lines = 0u;
  var eroded = 0u;
  var row_changes = 0u;
  var column_changes = 0u;
  var holes = 0u;
  var wells = 0u;
  var above = 0u;
  var covered = 0u;
  var well_above = 0u;
  for (var k = top; k > 0u; k--) {
    let at = k - 1u;
    var piece = 0u;
    if (at >= y && at < y + 4u) {
      piece = shape_row(shape, at - y) << x;
    }
    let row = field[at] | piece;
    if (row == FULL) {
      lines++;
      eroded += countOneBits(piece);
      continue;
    }
    let walled = (row << 1u) | 0x801u;
    row_changes += countOneBits((walled ^ (walled >> 1u)) & 0x7ffu);
    column_changes += countOneBits(row ^ above);
    holes += countOneBits(covered & ~row);
    let well = walled & (walled >> 2u) & ~row & FULL;
    wells += countOneBits(well) + countOneBits(well & well_above);
    well_above = well;
    covered |= row;
    above = row;
  }
  column_changes += countOneBits(~above & FULL);
  return -4.500158 * f32(y)
    + 3.418127 * f32(lines * eroded)
    - 3.217888 * f32(row_changes)
    - 9.348695 * f32(column_changes)
    - 7.899265 * f32(holes)
    - 3.385597 * f32(wells);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3u) {
  let board = gid.x;
  if (board >= batch.boards) {
    return;
  }
  let height = min(heights[board], ROWS);
  for (var r = 0u; r < height; r++) {
    field[r] = cells[board * ROWS + r] & FULL;
  }

  let piece = pieces[board] % 7u;
  var best = -1e9;
  var choice = 0xffffffffu;
  for (var rotation = 0u; rotation < ROTATIONS[piece]; rotation++) {
    let shape = SHAPES[piece * 4u + rotation];
    let columns = shape_row(shape, 0u) | shape_row(shape, 1u) | shape_row(shape, 2u) | shape_row(shape, 3u);
    let width = 32u - countLeadingZeros(columns);
    let tall = (35u - countLeadingZeros(shape)) / 4u;
    for (var x = 0u; x + width <= 10u; x++) {
      var y = height;
      while (y > 0u && !collides(shape, x, y - 1u)) {
        y--;
      }
      if (y + tall > ROWS) {
        continue;
      }
      let score = evaluate(shape, x, y, max(height, y + tall));
      if (score > best) {
        best = score;
        choice = x | (rotation << 4u) | (y << 8u);
      }
    }
  }
  moves[board] = choice;
  scores[board] = best;
}
