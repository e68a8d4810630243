// Oldest first: the warp that was dispatched first among those that can issue.

import { earliestIssue, type SchedulerPolicy } from './policy.ts';

export const oldestFirst: SchedulerPolicy = (sm, scheduler, time) => {
  const first = scheduler * sm.slotsPerScheduler;
  const end = first + sm.orderCount[scheduler];
  for (let index = first; index < end; index++) {
    const slot = sm.order[index];
    if (earliestIssue(sm, slot) <= time) return slot;
  }
  return -1;
};
