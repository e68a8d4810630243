// The wavefront pattern as WGSL: what stands behind the user's `Cell`, `outside` and `cell`, so that these keep their
// places. One function goes along the diagonals, `wave_sweep`: threads take a row each and go to the right together,
// each a column behind the one above, so that west stays in a register, north comes through workgroup memory and is
// north-west one step later. Three entry points give it pieces of the table (Mohanty and Cole, section 2 and figure 2,
// for one device): `strips` all that lies before or behind the band, by one workgroup, in place of the CPU's phases;
// `tiles` a diagonal of square tiles; `diagonals` several diagonals of cells, where each workgroup computes again the
// cells that its own need of the neighbour's, as two GPUs do with a halo.

/** What the user's file must declare, and how the pattern calls it. */
export const CONTRACT = [
  'struct Cell { … }',
  'fn outside(row: i32, column: i32) -> Cell',
  'fn cell(row: i32, column: i32, west: Cell, north: Cell, northWest: Cell) -> Cell',
] as const;

/** Every second binding of steps would be at an offset that WebGPU refuses; the number is that of iota at it. */
export const STEP_BYTES = 256;

/** Where the pattern binds its own; what the cell function reads is in other groups. */
export const PATTERN_GROUP = 0;

/** @see CONTRACT for what `source` declares. */
export function wavefrontSource(source: string): string {
  return `${source.trimEnd()}\n\n${TEMPLATE}`;
}

const TEMPLATE = `// ---- The wavefront pattern, by kernelcast: the table is filled along its diagonals. ----
override ROWS: i32;
override COLUMNS: i32;
/// Threads of a workgroup, a row each.
override THREADS: i32 = 32;
/// Side of a tile; diagonals are counted in tiles.
override TILE: i32 = 1;
/// The diagonals of tiles from FIRST to before END are this phase's.
override FIRST: i32 = 0;
override END: i32 = 0;
/// Of one dispatch. A workgroup keeps THREADS + 1 - DIAGONALS rows; those above them are its halo.
override DIAGONALS: i32 = 1;

/// Diagonal by diagonal: cells that are computed together lie together.
@group(0) @binding(0) var<storage, read_write> table: array<Cell>;
/// Which dispatch of its phase this is, times ${STEP_BYTES / 4}.
@group(0) @binding(1) var<uniform> wave_step: u32;

/// What the threads computed in this step and in the one before.
var<workgroup> wave_row: array<Cell, 2 * THREADS>;
/// Of the row above the first thread's, so many columns as there are threads: loaded together, one latency for all.
var<workgroup> wave_north: array<Cell, THREADS>;

fn wave_place(row: i32, column: i32) -> i32 {
  return (row + column) * ROWS + row;
}

fn wave_neighbour(row: i32, column: i32) -> Cell {
  if (row < 0 || column < 0) {
    return outside(row, column);
  }
  return table[wave_place(row, column)];
}

/// Computes columns.x to before columns.y of a row; thread 0 begins at column left and takes so many columns as width
/// says, unless that is 0. The thread above computes its row from column above on, and is a step ahead.
fn wave_sweep(thread: i32, row: i32, left: i32, width: i32, steps: i32, columns: vec2i, above: i32, is_kept: bool) {
  var west: Cell;
  var north: Cell;
  var north_west: Cell;
  if (columns.x < columns.y) {
    west = wave_neighbour(row, columns.x - 1);
    north_west = wave_neighbour(row - 1, columns.x - 1);
  }
  for (var step = 0; step < steps; step++) {
    if (step < width && step % THREADS == 0) {
      if (step + thread < width) {
        wave_north[thread] = wave_neighbour(row - thread - 1, left + step + thread);
      }
      workgroupBarrier();
    }
    let column = left + step - thread;
    if (column >= columns.x && column < columns.y) {
      if (column < above) {
        north = wave_neighbour(row - 1, column);
      } else if (thread == 0) {
        north = wave_north[step % THREADS];
      } else {
        north = wave_row[(step & 1) * THREADS + thread - 1];
      }
      let here = cell(row, column, west, north, north_west);
      if (is_kept) {
        table[wave_place(row, column)] = here;
      }
      wave_row[((step + 1) & 1) * THREADS + thread] = here;
      north_west = north;
      west = here;
    }
    workgroupBarrier();
  }
}

/// The columns of a row that lie on this phase's diagonals of tiles.
fn wave_columns(row: i32) -> vec2i {
  let of_row = row / TILE;
  return vec2i(max(FIRST - of_row, 0), max(END - of_row, 0)) * TILE;
}

/// All of the phase by one workgroup, in strips of as many rows as it has threads.
@compute @workgroup_size(THREADS)
fn strips(@builtin(local_invocation_index) index: u32) {
  let thread = i32(index);
  for (var top = 0; top < ROWS; top += THREADS) {
    let bottom = min(top + THREADS, ROWS) - 1;
    let left = wave_columns(bottom).x;
    let right = min(wave_columns(top).y, COLUMNS);
    if (left < right) {
      let row = top + thread;
      var columns = min(wave_columns(row), vec2i(COLUMNS));
      if (row >= ROWS) {
        columns = vec2i(0);
      }
      let above = select(wave_columns(row - 1).x, 0, thread == 0);
      wave_sweep(thread, row, left, right - left, right - left + bottom - top, columns, above, true);
      storageBarrier();
    }
  }
}

/// A diagonal of tiles, each by a workgroup.
@compute @workgroup_size(THREADS)
fn tiles(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
  let thread = i32(index);
  let diagonal = FIRST + i32(wave_step / ${STEP_BYTES / 4}u);
  let down = max(diagonal - (COLUMNS - 1) / TILE, 0) + i32(group.x);
  let row = down * TILE + thread;
  let left = (diagonal - down) * TILE;
  let right = select(0, min(left + TILE, COLUMNS), row < ROWS);
  wave_sweep(thread, row, left, TILE, 2 * TILE - 1, vec2i(left, right), 0, true);
}

/// Several diagonals of cells, a piece of each by a workgroup.
@compute @workgroup_size(THREADS)
fn diagonals(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
  let thread = i32(index);
  let diagonal = FIRST + i32(wave_step / ${STEP_BYTES / 4}u) * DIAGONALS;
  let steps = min(DIAGONALS, END - diagonal);
  let halo = DIAGONALS - 1;
  let top = max(diagonal - (COLUMNS - 1), 0) + i32(group.x) * (THREADS - halo) - halo;
  let row = top + thread;
  // Of the halo, the first row serves one step, the next one two: further ones would need what is not there.
  let useful = select(steps, min(steps, thread + 1), thread < halo);
  let first = max(diagonal - row, 0);
  var columns = vec2i(first, min(diagonal + useful - row, COLUMNS));
  if (row < 0 || row >= ROWS) {
    columns = vec2i(0);
  }
  let above = select(max(diagonal - row + 1, 0), COLUMNS, row == 0 || thread == 0);
  wave_sweep(thread, row, diagonal - top, 0, steps, columns, above, thread >= halo);
}
`;
