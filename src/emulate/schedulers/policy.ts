// Which ready warp a scheduler issues from. A policy sees the SM and picks a slot; it changes nothing but, when
// it finds none, `sm.soonest`, the earliest time at which one of the scheduler's warps may issue. Warps
// that wait for the load/store unit's queue are served by it in the order they came, but whoever issued last may go on:
// its lines are still in L1 then (microbench/keeping, `threes`).

import { Gate } from '../costs.ts';
import type { i32 } from '../integers.ts';
import type { SmState } from '../state.ts';

/** The slot to issue from at `time`, or -1 when no warp of this scheduler can issue. */
export type SchedulerPolicy = (sm: SmState, scheduler: i32, time: number) => i32;

/** Earliest time at which the slot's current instruction can issue, as far as is known. */
export function earliestIssue(sm: SmState, slot: i32): number {
  return Math.max(sm.ready[slot], sm.gate[sm.gateOfWarp[slot]]);
}

/** Whether the slot's instruction has had to wait for a place in the load/store unit's queue. */
export function isQueueing(sm: SmState, slot: i32): boolean {
  const gate = sm.gateOfWarp[slot];
  return gate !== Gate.open && gate < sm.setup.costs.firstPipeGate && sm.gate[gate] > sm.ready[slot];
}
