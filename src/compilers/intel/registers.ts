// Registers of a thread that are alive at once, as the driver counts them: each from its first instruction to its last
// in the order of the code, loops around included where it lives through them.

import { computeLiveness } from '../../machine/liveness.ts';
import type { RegisterTable, SegmentDraft } from '../../machine/virtual.ts';

/** The thread's header, which lives from the start to the end. */
const HEADER_REGISTERS = 1;

/** @param groups registers that one message fills: they live as long as any of them */
export function registerPressure(
  drafts: readonly SegmentDraft[],
  registers: RegisterTable,
  groups: readonly (readonly number[])[],
): number {
  const { liveIn, liveOut } = computeLiveness(drafts, registers.count);
  const from = new Array<number>(registers.count).fill(Infinity);
  const to = new Array<number>(registers.count).fill(-1);
  const touch = (register: number, at: number): void => {
    from[register] = Math.min(from[register], at);
    to[register] = Math.max(to[register], at);
  };
  let at = 0;
  for (const draft of drafts) {
    liveIn.forEach(draft.id, (register) => touch(register, at));
    for (const { sources, destinations } of draft.instructions) {
      for (const each of sources) touch(each, at);
      for (const each of destinations) touch(each, at);
      at++;
    }
    liveOut.forEach(draft.id, (register) => touch(register, Math.max(0, at - 1)));
  }
  for (const group of groups) {
    const first = Math.min(...group.map((each) => from[each]));
    const last = Math.max(...group.map((each) => to[each]));
    for (const each of group) if (to[each] >= 0) [from[each], to[each]] = [first, last];
  }
  const change = new Array<number>(at + 1).fill(0);
  for (let register = 0; register < registers.count; register++) {
    if (to[register] < 0) continue;
    change[from[register]] += registers.words[register];
    change[to[register] + 1] -= registers.words[register];
  }
  let [alive, most] = [0, 0];
  for (const each of change) {
    alive += each;
    most = Math.max(most, alive);
  }
  return HEADER_REGISTERS + most;
}
