// What a configuration makes of a table: dispatches in three phases, as in Mohanty and Cole, figure 2. Before and
// behind the band one workgroup computes everything; in the band each dispatch has all of the device. The app file
// says the same in expressions (app-file.ts).

/** How a table is filled; table 2 of the paper, for one device. */
export interface Configuration {
  /** Diagonals of cells on each side of the main one that are spread over the device; −1: one workgroup does it all. */
  readonly band: number;
  /** Side of the tiles that workgroups of the band take; 1: they take pieces of single diagonals. */
  readonly tile: number;
  /** Diagonals that a dispatch computes where there are no tiles; the halo is one less. */
  readonly diagonals: number;
  /** Threads of a workgroup that takes no tile. */
  readonly workgroup: number;
}

export interface TableSize {
  readonly rows: number;
  readonly columns: number;
}

/** Rows that one workgroup takes together, as many as it has threads, and the steps over all of them. */
export interface Strips {
  /** 0 where there is no such phase. */
  readonly strips: number;
  readonly steps: number;
}

/** The dispatches of a configuration, in their order. */
export interface Phases {
  /** What the lone workgroup does before and behind the band. */
  readonly opening: Strips;
  readonly closing: Strips;
  /** Workgroups of each dispatch in the band. */
  readonly groups: readonly number[];
  /** Diagonals of tiles that are in the band: from `first` to before `end`. */
  readonly first: number;
  readonly end: number;
}

/** @returns what each dispatch has to do, from table size and configuration alone */
export function phasesOf(size: TableSize, configuration: Configuration): Phases {
  const { band, tile, diagonals } = configuration;
  const { rows, columns } = size;
  const all = Math.ceil(rows / tile) + Math.ceil(columns / tile) - 1;
  const main = Math.floor((all - 1) / 2);
  const first = band < 0 ? all : Math.max(0, main - Math.ceil(band / tile));
  const end = band < 0 ? all : Math.min(all, main + Math.ceil(band / tile) + 1);
  const stride = tile > 1 ? 1 : diagonals;
  const groups: number[] = [];
  for (let diagonal = first; diagonal < end; diagonal += stride)
    groups.push(groupsOf(size, configuration, diagonal, Math.min(diagonal + stride, end)));
  return {
    opening: stripsOf(size, configuration, 0, first),
    closing: stripsOf(size, configuration, end, all),
    groups,
    first,
    end,
  };
}

function groupsOf(
  { rows, columns }: TableSize,
  { tile, diagonals, workgroup }: Configuration,
  from: number,
  to: number,
): number {
  const lowest = Math.max(0, from - (Math.ceil(columns / tile) - 1));
  const highest = Math.min(to, Math.ceil(rows / tile)) - 1;
  return tile > 1 ? highest - lowest + 1 : Math.ceil((highest - lowest + 1) / (workgroup - diagonals + 1));
}

/** What `strips` of the template does from one diagonal of tiles to before another. */
function stripsOf(
  { rows, columns }: TableSize,
  { tile, workgroup }: Configuration,
  from: number,
  to: number,
): Strips {
  let [strips, steps] = [0, 0];
  for (let top = 0; top < rows && from < to; top += workgroup) {
    const bottom = Math.min(top + workgroup, rows) - 1;
    const left = Math.max(0, from - Math.floor(bottom / tile)) * tile;
    const right = Math.min(Math.max(0, to - Math.floor(top / tile)) * tile, columns);
    if (left >= right) continue;
    strips++;
    steps += right - left + bottom - top;
  }
  return { strips, steps };
}
