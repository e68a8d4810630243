// The timeline of the HTML report: a row per warp, cut into cells of about a pixel. Each has the colour of what the
// warp did for most of it; equal neighbours are one bar. Single steps would be too fine to see, and too many.

import type { Observation, WarpStep } from '../analyze/diagnosis.ts';
import { chartRows, stretched } from './chart-rows.ts';
import { colourOf, cycleAxis } from './diagnosis-charts.ts';
import { rect } from './svg.ts';

const BAR = 15;
const MOST_WARPS = 16;
/** Cells per row at most. */
const CELLS = 540;

/** Neighbouring cells in which a warp mostly does the same. */
interface Run {
  readonly reason: string;
  readonly first: number;
  readonly count: number;
  /** The line that most of the first cell goes to, 0 for none. */
  readonly line: number;
}

/** One row per warp from its first step on: what it waits for, and where it issues. */
export function timelineChart({ warps }: Observation): string {
  const shown = warps.slice(0, MOST_WARPS);
  const end = Math.max(1, ...shown.map(({ steps }) => steps.at(-1)?.endCycle ?? 0));
  const start = Math.min(end - 1, ...shown.map(({ steps }) => steps[0]?.issueCycle ?? 0));
  const cells = Math.max(1, Math.min(CELLS, Math.ceil(end - start)));
  const cellCycles = (end - start) / cells;
  const rows = shown.map(({ slot, steps }) => {
    const shapes = runsOf(steps, start, cellCycles, cells).map(({ reason, first, count, line }) => {
      const hint = `${reason}, ${Math.round(count * cellCycles)} cycles${line > 0 ? `, from line ${line}` : ''}`;
      return rect([first, 0, count, BAR], colourOf(reason), hint);
    });
    return { label: `warp ${slot}`, drawing: stretched(cells, BAR, shapes) };
  });
  return chartRows('Timeline of the first warps', rows, cycleAxis(start, end));
}

function runsOf(steps: readonly WarpStep[], start: number, cellCycles: number, cells: number): Run[] {
  const runs: Run[] = [];
  cellsOf(steps, start, cellCycles, cells).forEach((parts, cell) => {
    const busy = [...parts.values()].reduce((sum, { cycles }) => sum + cycles, 0);
    const [most] = [...parts].sort((a, b) => b[1].cycles - a[1].cycles);
    // Between two workgroups there is nothing to show.
    if (!most || busy < cellCycles / 2) return;
    const [reason, { line }] = most;
    const last = runs.at(-1);
    if (last && last.reason === reason && last.first + last.count === cell) {
      runs[runs.length - 1] = { ...last, count: last.count + 1 };
    } else runs.push({ reason, first: cell, count: 1, line });
  });
  return runs;
}

type Parts = Map<string, { cycles: number; line: number; longest: number }>;

/** Cycles by what the warp did, cell by cell. */
function cellsOf(steps: readonly WarpStep[], start: number, cellCycles: number, cells: number): Parts[] {
  const all = Array.from({ length: cells }, (): Parts => new Map());
  const add = (from: number, to: number, reason: string, line: number) => {
    const last = Math.min(cells - 1, Math.floor((to - start) / cellCycles));
    for (let cell = Math.max(0, Math.floor((from - start) / cellCycles)); cell <= last; cell++) {
      const own = start + cell * cellCycles;
      const cycles = Math.min(to, own + cellCycles) - Math.max(from, own);
      if (cycles <= 0) continue;
      const part = all[cell].get(reason) ?? { cycles: 0, line, longest: 0 };
      all[cell].set(reason, part);
      part.cycles += cycles;
      if (cycles > part.longest) Object.assign(part, { longest: cycles, line });
    }
  };
  for (const { fromCycle, issueCycle, endCycle, reason, line } of steps) {
    add(fromCycle, issueCycle, reason, line);
    add(issueCycle, endCycle, ISSUING, line);
  }
  return all;
}

const ISSUING = 'issuing';
