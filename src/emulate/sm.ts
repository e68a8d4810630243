// Emulation of one SM, event by event. Each scheduler sleeps until one of its warps can issue; the earliest
// scheduler goes next, its policy picks a warp, and the instruction's effects are booked: results become
// ready, pipes and memory levels become busy. All latencies are known at issue, so nothing needs polling.
//
// Weighted time: a trace entry may stand for many executions (loops shortened by execution). What passes until a warp
// issues counts as many times as the entry that it is in.

import { unreachable } from '../diagnostics/diagnostic.ts';
import { emulateCompiled } from './compiled/core.ts';
import { fillSm } from './dispatch.ts';
import { advanceClock, drain, earliestScheduler, emulateWhole, issueNext, isUnderWay } from './run.ts';
import { greedyThenOldest } from './schedulers/greedy-then-oldest.ts';
import type { SchedulerPolicy } from './schedulers/policy.ts';
import { type SmSetup, SmState } from './state.ts';
import type { Statistics } from './statistics.ts';

/** What an observer may look at when an instruction issues, before its effects are booked. */
export type IssueView = Readonly<
  Pick<
    SmState,
    | 'lastIssue'
    | 'ready'
    | 'readyResource'
    | 'readyQueued'
    | 'gate'
    | 'gateOfWarp'
    | 'gateResource'
    | 'weight'
    | 'entry'
    | 'epoch'
    | 'weightedClock'
    | 'statistics'
  >
>;

/** Told of each issue: cycle, warp slot, instruction of the flat program. Cannot change the outcome. */
export type IssueObserver = (time: number, slot: number, instruction: number, view: IssueView) => void;

export interface Emulation {
  /**
   * Weighted cycles from the first dispatch until what was issued has been served. When emulation ended early,
   * `statistics` says how far it came.
   */
  readonly cycles: number;
  /** Weighted finishing times of the workgroups, ascending. */
  readonly completions: Float64Array;
  /** What the warps of one slot would take by themselves, one after the other, each by its own weight: the most. */
  readonly longestSlotCycles: number;
  /** False when it was ended before all workgroups were. */
  readonly isComplete: boolean;
  /** Weighted cycles per warp instruction while the SM was full and past its first workgroup; NaN if never. */
  readonly steadyCyclesPerInstruction: number;
  readonly statistics: Statistics;
}

/** How an emulation ended, as far as anybody asks. */
export type EndState = Pick<
  SmState,
  | 'wake'
  | 'running'
  | 'finishedWork'
  | 'weightedClock'
  | 'completions'
  | 'slotCycles'
  | 'steadyFrom'
  | 'steadyUntil'
  | 'issuedBefore'
  | 'issuedUntil'
  | 'statistics'
>;

/** Where nobody watches and the policy is the usual one, WebAssembly of the same source does it where there is any. */
export function emulate(
  setup: SmSetup,
  policy: SchedulerPolicy = greedyThenOldest,
  observe?: IssueObserver,
): Emulation {
  const isUsual = policy === greedyThenOldest && observe === undefined;
  const end = isUsual
    ? (emulateCompiled(setup) ?? emulateWhole(setup))
    : emulateWatched(setup, policy, observe);
  if (end.running > 0 && end.wake.every((each) => each === Infinity))
    unreachable('every warp waits for another');
  return {
    cycles: end.weightedClock,
    completions: end.completions,
    longestSlotCycles: end.slotCycles.reduce((most, each) => Math.max(most, each), 0),
    isComplete: end.running === 0,
    steadyCyclesPerInstruction: (end.steadyUntil - end.steadyFrom) / (end.issuedUntil - end.issuedBefore),
    statistics: end.statistics,
  };
}

function emulateWatched(setup: SmSetup, policy: SchedulerPolicy, observe?: IssueObserver): SmState {
  const sm = new SmState(setup);
  fillSm(sm);
  while (isUnderWay(sm)) {
    const scheduler = earliestScheduler(sm);
    const time = sm.wake[scheduler];
    if (time === Infinity) break;
    const slot = policy(sm, scheduler, time);
    if (slot < 0) {
      sm.wake[scheduler] = sm.soonest;
      continue;
    }
    advanceClock(sm, time, slot);
    observe?.(time, slot, sm.pc[slot], sm);
    issueNext(sm, slot, scheduler, time);
  }
  drain(sm);
  return sm;
}
