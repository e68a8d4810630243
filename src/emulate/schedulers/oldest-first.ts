// Oldest first: the warp that was dispatched first among those that can issue.

import type { i32 } from '../integers.ts';
import type { SmState } from '../state.ts';
import { earliestIssue, isQueueing } from './policy.ts';

/** A `SchedulerPolicy`. */
export function oldestFirst(sm: SmState, scheduler: i32, time: number): i32 {
  const { order, ready, gate, gateOfWarp } = sm;
  const first = scheduler * sm.slotsPerScheduler;
  const end = first + sm.orderCount[scheduler];
  let soonest = Infinity;
  for (let index = first; index < end; index++) {
    const slot = order[index];
    let earliest = ready[slot];
    // Most warps wait for operands; by when, is early enough to look at their gates.
    if (earliest <= time) {
      earliest = gate[gateOfWarp[slot]];
      if (earliest <= time) return isQueueing(sm, slot) ? longestQueueing(sm, index, end, time) : slot;
    }
    soonest = Math.min(soonest, earliest);
  }
  sm.soonest = soonest;
  return -1;
}

/** Among the warps in `order` from `first` on that can issue: the one that has queued for longest. */
function longestQueueing(sm: SmState, first: i32, end: i32, time: number): i32 {
  let longest = sm.order[first];
  for (let index = first + 1; index < end; index++) {
    const slot = sm.order[index];
    if (sm.ready[slot] < sm.ready[longest] && isQueueing(sm, slot) && earliestIssue(sm, slot) <= time) {
      longest = slot;
    }
  }
  return longest;
}
