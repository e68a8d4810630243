// Loose round robin: the next warp after the one that issued last, skipping those that cannot issue.

import { earliestIssue, type SchedulerPolicy } from '../../src/emulate/schedulers/policy.ts';

export const roundRobin: SchedulerPolicy = (sm, scheduler, time) => {
  const first = scheduler * sm.slotsPerScheduler;
  const count = sm.orderCount[scheduler];
  const last = sm.lastSlot[scheduler];
  const lastPosition = last < 0 ? -1 : sm.order.indexOf(last, first) - first;
  sm.soonest = Infinity;
  for (let step = 1; step <= count; step++) {
    const slot = sm.order[first + ((lastPosition + step) % count)];
    const earliest = earliestIssue(sm, slot);
    if (earliest <= time) return slot;
    if (earliest < sm.soonest) sm.soonest = earliest;
  }
  return -1;
};
