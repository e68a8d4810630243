// Waits for what is on its way: two counters, of which an access takes a free one if there is. Nothing is left on its
// way at the end of a straight piece but of the last one.

import type { SegmentDraft, VirtualInstruction } from '../../machine/virtual.ts';
import type { AppleGeneration } from './generation.ts';

const COUNTERS = 2;
const BARRIERS = /^(memory_)?barrier$/;

type Make = (opcode: string) => VirtualInstruction;

/** Adds the waits to each segment. */
export function addWaits(
  drafts: readonly SegmentDraft[],
  { mostPending }: Pick<AppleGeneration, 'mostPending'>,
  make: Make,
): void {
  drafts.forEach((draft, at) => {
    draft.instructions = withWaits(draft.instructions, mostPending, at === drafts.length - 1, make);
  });
}

interface Counter {
  count: number;
  readonly writes: Set<number>;
}

function withWaits(
  instructions: readonly VirtualInstruction[],
  mostPending: number,
  isLast: boolean,
  make: Make,
): VirtualInstruction[] {
  const counters: Counter[] = Array.from({ length: COUNTERS }, () => ({ count: 0, writes: new Set() }));
  const output: VirtualInstruction[] = [];
  const wait = (counter: Counter): void => {
    output.push(make('wait'));
    counter.count = 0;
    counter.writes.clear();
  };
  let isEnded = false;
  for (const each of instructions) {
    const isAccess = each.costClass === 'device';
    if (each.place === 'end' && each.costClass === 'control' && !isEnded) {
      isEnded = true;
      if (!isLast) for (const counter of counters) if (counter.count > 0) wait(counter);
    }
    const touched = [...each.sources, ...each.destinations];
    const mine = counters.find(({ count }) => count === 0) ?? counters[0];
    for (const counter of counters) {
      const isNeeded =
        touched.some((register) => counter.writes.has(register)) ||
        (BARRIERS.test(each.opcode) && counter.count > 0) ||
        (isAccess && counter === mine && counter.count >= mostPending);
      if (isNeeded) wait(counter);
    }
    output.push(each);
    if (!isAccess) continue;
    mine.count++;
    for (const register of each.destinations) mine.writes.add(register);
  }
  if (!isLast && !isEnded) for (const counter of counters) if (counter.count > 0) wait(counter);
  return output;
}
