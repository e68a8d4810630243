// The emulation of one SM from its first to its last issue: what the WebAssembly of the core begins with, and what
// it is made of where somebody watches it.

import { fillSm } from './dispatch.ts';
import type { i32 } from './integers.ts';
import { issue } from './issue.ts';
import { readOperands } from './operand-ports.ts';
import { greedyThenOldest } from './schedulers/greedy-then-oldest.ts';
import { type SmSetup, SmState } from './state.ts';

/** From the beginning to the end with the usual policy. */
export function emulateWhole(setup: SmSetup): SmState {
  const sm = new SmState(setup);
  fillSm(sm);
  while (isUnderWay(sm)) {
    const scheduler = earliestScheduler(sm);
    const time = sm.wake[scheduler];
    if (time === Infinity) break;
    const slot = greedyThenOldest(sm, scheduler, time);
    if (slot < 0) {
      sm.wake[scheduler] = sm.soonest;
      continue;
    }
    advanceClock(sm, time, slot);
    issueNext(sm, slot, scheduler, time);
  }
  drain(sm);
  return sm;
}

/** Whether some warp has not ended, and what was asked for is not done. */
export function isUnderWay(sm: SmState): boolean {
  if (sm.running === 0) return false;
  const { mostIssues, enoughWork } = sm.setup;
  return sm.statistics.simulatedIssues < mostIssues && sm.finishedWork < enoughWork;
}

/** What the scheduler picked at `time` issues. */
export function issueNext(sm: SmState, slot: i32, scheduler: i32, time: number): void {
  const { regional, costs } = sm.usual;
  if (regional !== undefined) sm.setup = regional.inside[sm.pc[slot]] === 1 ? regional.setup : sm.usual;
  const held = costs.operandCycles > 0 ? readOperands(sm, slot, scheduler, time) : 0;
  sm.lastSlot[scheduler] = slot;
  sm.firstScheduler = scheduler + 1 < costs.schedulers ? scheduler + 1 : 0;
  sm.wake[scheduler] = time + held + sm.setup.costs.issueCycles;
  issue(sm, slot, scheduler, time + held);
}

/** The scheduler that can issue first; of several, they take turns. */
export function earliestScheduler(sm: SmState): i32 {
  const { wake, firstScheduler } = sm;
  let soonest = wake[0];
  for (let scheduler = 1; scheduler < wake.length; scheduler++) soonest = Math.min(soonest, wake[scheduler]);
  let scheduler = firstScheduler;
  while (wake[scheduler] !== soonest) scheduler = scheduler + 1 < wake.length ? scheduler + 1 : 0;
  return scheduler;
}

/**
 * Weighted time goes on to `time`, when `slot` issues. What passed counts by the weight of that warp: young ones wait in
 * front of a loop while old ones are in it, and the mean over both made units that all wait for seem up to a fifth
 * faster. Where queues in front of memory decide, what stands for much waits for what stands for little, and counts
 * too much (microbench/merging, `late`).
 */
export function advanceClock(sm: SmState, time: number, slot: i32): void {
  sm.weightedClock += (time - sm.clock) * sm.weight[slot];
  sm.clock = time;
}

/** Where all warps have ended, the pipes and memory levels still serve what was issued. */
export function drain(sm: SmState): void {
  if (sm.running > 0) return;
  const { cluster } = sm;
  const served = Math.max(
    sm.sharedPortFree,
    sm.l1PortFree,
    sm.l2PortFree,
    sm.l2WriteFree,
    sm.translationFree,
    sm.sideFree,
    sm.dramFree,
    sm.atomicFree,
  );
  const last = Math.max(sm.clock, cluster === undefined ? served : Math.max(served, cluster.portFree));
  sm.weightedClock += last - sm.clock;
  sm.clock = last;
}
