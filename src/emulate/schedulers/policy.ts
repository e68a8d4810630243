// Which ready warp a scheduler issues from. A policy sees the SM and picks a slot; it changes nothing.

import type { SmState } from '../state.ts';

/** The slot to issue from at `time`, or -1 when no warp of this scheduler can issue. */
export type SchedulerPolicy = (sm: SmState, scheduler: number, time: number) => number;

/** Earliest time at which the slot's current instruction can issue, as far as is known. */
export function earliestIssue(sm: SmState, slot: number): number {
  return Math.max(sm.ready[slot], sm.gate[sm.gateOfWarp[slot]]);
}
