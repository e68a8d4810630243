// What dispatches of a wavefront take, from a few that are known: a table of a thousand rows has hundreds of dispatches
// that differ in their number of workgroups alone, and between two such numbers the time is taken to be straight.
// Other sizes and bands of the table are other sums over the same curves.

import type { Configuration } from './phases.ts';

/** A dispatch whose time is asked for. */
export type Knot =
  | { readonly kind: 'tiles'; readonly threads: number; readonly groups: number }
  | {
      readonly kind: 'diagonals';
      readonly threads: number;
      readonly diagonals: number;
      readonly groups: number;
    }
  /** One workgroup, which takes strips of a table of this size. */
  | { readonly kind: 'strips'; readonly threads: number; readonly rows: number; readonly columns: number };

/** From a dispatch's first workgroup to its last, in ns. */
export type KnotTimes = (knot: Knot) => number;

/** Numbers of workgroups that are asked for; what is beyond goes on straight. */
const GROUPS = [1, 4, 16, 64, 256, 1024];

/** What tells knots apart, as short as can be: records have thousands. */
export function nameOfKnot(knot: Knot): string {
  if (knot.kind === 'strips') return `strips ${knot.threads} ${knot.rows}x${knot.columns}`;
  const code = knot.kind === 'tiles' ? knot.threads : `${knot.threads}/${knot.diagonals}`;
  return `${knot.kind} ${code} @${knot.groups}`;
}

/** The time of a dispatch in the band, from its first workgroup to its last, in ns. */
export function bandNs(
  times: KnotTimes,
  { tile, diagonals, workgroup }: Pick<Configuration, 'tile' | 'diagonals' | 'workgroup'>,
  groups: number,
): number {
  const at = (count: number) =>
    times(
      tile > 1
        ? { kind: 'tiles', threads: tile, groups: count }
        : { kind: 'diagonals', threads: workgroup, diagonals, groups: count },
    );
  const [low, high] = around(groups);
  const lowNs = at(low);
  return low === high ? lowNs : lowNs + ((at(high) - lowNs) * (groups - low)) / (high - low);
}

/** The same of a dispatch by one workgroup, in ns. */
export function stripsNs(times: KnotTimes, workgroup: number, strips: number, steps: number): number {
  // Columns of one strip, of a wider one and of two: what more of either costs when all threads have work.
  const at = (rows: number, columns: number) => times({ kind: 'strips', threads: workgroup, rows, columns });
  const one = at(workgroup, workgroup);
  const perStep = (at(workgroup, 2 * workgroup) - one) / workgroup;
  const stepsOfStrip = 2 * workgroup - 1;
  const perStrip = at(2 * workgroup, workgroup) - one - perStep * stepsOfStrip;
  const once = one - perStrip - perStep * stepsOfStrip;
  return once + perStrip * strips + perStep * steps;
}

/** What one more step of a lone subgroup takes, in ns: how long a cell takes, all that it waits for included. */
export function stepNs(times: KnotTimes, subgroupSize: number): number {
  const at = (columns: number) =>
    times({ kind: 'strips', threads: subgroupSize, rows: subgroupSize, columns });
  return (at(2 * subgroupSize) - at(subgroupSize)) / subgroupSize;
}

/** The numbers that are asked for on both sides, the same where a number is one itself. */
function around(groups: number): readonly [number, number] {
  const at = GROUPS.findIndex((each) => each >= groups);
  if (at < 0) return [GROUPS.at(-2)!, GROUPS.at(-1)!];
  return GROUPS[at] === groups ? [groups, groups] : [GROUPS[at - 1], GROUPS[at]];
}
