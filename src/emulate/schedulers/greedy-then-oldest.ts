// Greedy then oldest (Rogers et al., MICRO 2012): stay with a warp until it stalls, then take the oldest.
// The papers use it because the policy of real devices is not published.

import type { i32 } from '../integers.ts';
import type { SmState } from '../state.ts';
import { oldestFirst } from './oldest-first.ts';
import { earliestIssue } from './policy.ts';

/** A `SchedulerPolicy`. */
export function greedyThenOldest(sm: SmState, scheduler: i32, time: number): i32 {
  const last = sm.lastSlot[scheduler];
  if (last >= 0 && earliestIssue(sm, last) <= time) return last;
  return oldestFirst(sm, scheduler, time);
}
