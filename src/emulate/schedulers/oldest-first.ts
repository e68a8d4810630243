// Oldest first: the warp that was dispatched first among those that can issue.

import type { SmState } from '../state.ts';
import { earliestIssue, isQueueing, type SchedulerPolicy } from './policy.ts';

export const oldestFirst: SchedulerPolicy = (sm, scheduler, time) => {
  const first = scheduler * sm.slotsPerScheduler;
  const end = first + sm.orderCount[scheduler];
  for (let index = first; index < end; index++) {
    const slot = sm.order[index];
    if (earliestIssue(sm, slot) > time) continue;
    return isQueueing(sm, slot) ? longestQueueing(sm, index, end, time) : slot;
  }
  return -1;
};

/** Among the warps in `order` from `first` on that can issue: the one that has queued for longest. */
function longestQueueing(sm: SmState, first: number, end: number, time: number): number {
  let longest = sm.order[first];
  for (let index = first + 1; index < end; index++) {
    const slot = sm.order[index];
    if (sm.ready[slot] < sm.ready[longest] && isQueueing(sm, slot) && earliestIssue(sm, slot) <= time) {
      longest = slot;
    }
  }
  return longest;
}
