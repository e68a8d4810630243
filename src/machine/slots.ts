// Virtual registers to scheduling slots, by linear scan over the segments in order. A slot is where the timing
// model keeps the time at which a value is ready, so reusing one too soon would invent a dependence that the
// hardware does not have: the slot that was freed longest ago is taken, and a new one while few are in use.

import type { Liveness } from './liveness.ts';
import type { RegisterTable, SegmentDraft } from './virtual.ts';

export interface SlotAssignment {
  /** Slot by virtual register; -1 for one that no instruction names. */
  readonly slotOf: Int32Array;
  readonly slotCount: number;
}

/** Instructions that must lie between the last use of a slot and its next owner, while slots are few. */
const REST = 48;
const FEW = 256;

export function assignSlots(
  drafts: readonly SegmentDraft[],
  registers: RegisterTable,
  liveness: Liveness,
): SlotAssignment {
  const start = new Int32Array(registers.count).fill(-1);
  const end = new Int32Array(registers.count).fill(-1);
  let position = 0;
  const touch = (register: number, at: number): void => {
    if (start[register] < 0) start[register] = at;
    if (at > end[register]) end[register] = at;
  };
  for (const draft of drafts) {
    liveness.liveIn.forEach(draft.id, (register) => touch(register, position));
    position++;
    for (const instruction of draft.instructions) {
      for (const source of instruction.sources) touch(source, position);
      for (const destination of instruction.destinations) touch(destination, position);
      position++;
    }
    liveness.liveOut.forEach(draft.id, (register) => touch(register, position));
    position++;
  }
  return scan(start, end);
}

function scan(start: Int32Array, end: Int32Array): SlotAssignment {
  const used: number[] = [];
  for (let register = 0; register < start.length; register++) if (start[register] >= 0) used.push(register);
  const byStart = [...used].sort((a, b) => start[a] - start[b] || a - b);
  const byEnd = [...used].sort((a, b) => end[a] - end[b] || a - b);
  const slotOf = new Int32Array(start.length).fill(-1);
  // First in, first out: the slot at the front was freed longest ago.
  const free: number[] = [];
  const freedAt: number[] = [];
  let front = 0;
  let slotCount = 0;
  let ended = 0;
  for (const register of byStart) {
    const now = start[register];
    while (ended < byEnd.length && end[byEnd[ended]] < now) {
      free.push(slotOf[byEnd[ended]]);
      freedAt.push(end[byEnd[ended]]);
      ended++;
    }
    const isRested = front < free.length && (now - freedAt[front] >= REST || slotCount >= FEW);
    slotOf[register] = isRested ? free[front++] : slotCount++;
  }
  return { slotOf, slotCount };
}
