// Which registers values stand in, in halves: each takes the first that are free as long as it is alive, aligned to its
// size, neighbours for what is read or written at once. Half a register is kept for the stack of lanes.

import { computeLiveness } from '../../machine/liveness.ts';
import type { RegisterTable, SegmentDraft } from '../../machine/virtual.ts';

/** Halves of registers that the code names. @param hasControl whether lanes part anywhere */
export function halvesUsed(
  drafts: readonly SegmentDraft[],
  registers: RegisterTable,
  hasControl: boolean,
): number {
  const { ends, starts } = liveRanges(drafts, registers);
  const busyUntil: number[] = [];
  if (hasControl) busyUntil[0] = Infinity;
  const placed = new Set<number>();
  let most = hasControl ? 1 : 0;
  const take = (list: readonly number[], now: number): void => {
    const sizes = list.map((register) => Math.max(1, 2 * registers.words[register]));
    const count = sizes.reduce((sum, each) => sum + each, 0);
    const align = 2 ** Math.ceil(Math.log2(count));
    let at = 0;
    // A register that is read for the last time can be written at once.
    const isFree = (half: number) => (busyUntil[half] ?? -1) <= now;
    const fits = () => {
      for (let half = at; half < at + count; half++) if (!isFree(half)) return false;
      return true;
    };
    while (!fits()) at += align;
    list.forEach((register, k) => {
      for (let half = 0; half < sizes[k]; half++) busyUntil[at + half] = ends[register];
      at += sizes[k];
      placed.add(register);
    });
    most = Math.max(most, at);
  };
  let now = 0;
  for (const { instructions } of drafts) {
    now++;
    for (const { sources, destinations } of instructions) {
      now++;
      const early = [...new Set(sources)].filter((each) => !placed.has(each) && starts[each] < now);
      for (const each of early) take([each], now);
      const made = [...new Set(destinations)].filter((each) => !placed.has(each));
      if (made.length > 0) take(made, now);
    }
    now++;
  }
  return most;
}

/** From the first place where a register is alive to the last, in the order in which drafts are laid out. */
function liveRanges(drafts: readonly SegmentDraft[], registers: RegisterTable) {
  const { liveIn, liveOut } = computeLiveness(drafts, registers.count);
  const starts = new Array<number>(registers.count).fill(Infinity);
  const ends = new Array<number>(registers.count).fill(-1);
  const touch = (register: number, at: number): void => {
    starts[register] = Math.min(starts[register], at);
    ends[register] = Math.max(ends[register], at);
  };
  let now = 0;
  for (const { id, instructions } of drafts) {
    now++;
    const at = now;
    liveIn.forEach(id, (register) => touch(register, at));
    for (const { sources, destinations } of instructions) {
      now++;
      for (const each of sources) touch(each, now);
      // What nobody reads takes its place for the instruction all the same.
      for (const each of destinations) touch(each, now + 0.5);
    }
    now++;
    const end = now;
    liveOut.forEach(id, (register) => touch(register, end));
  }
  return { starts, ends };
}
