// Greedy then oldest (Rogers et al., MICRO 2012): stay with a warp until it stalls, then take the oldest.
// The papers use it because the policy of real devices is not published.

import { oldestFirst } from './oldest-first.ts';
import { earliestIssue, isQueueing, type SchedulerPolicy } from './policy.ts';

export const greedyThenOldest: SchedulerPolicy = (sm, scheduler, time) => {
  const last = sm.lastSlot[scheduler];
  if (last >= 0 && earliestIssue(sm, last) <= time && !isQueueing(sm, last)) return last;
  return oldestFirst(sm, scheduler, time);
};
