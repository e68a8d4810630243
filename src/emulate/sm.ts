// Emulation of one SM, event by event. Each scheduler sleeps until one of its warps can issue; the earliest
// scheduler goes next, its policy picks a warp, and the instruction's effects are booked: results become
// ready, pipes and memory levels become busy. All latencies are known at issue, so nothing needs polling.
//
// Weighted time: a trace entry may stand for many executions (loops shortened by execution). The interval
// between two issues of the SM counts as many times as the mean weight of the running warps' entries, so a
// loop that all warps run at once takes its full time, and a warp alone in a loop holds the others' share.

import { unreachable } from '../diagnostics/diagnostic.ts';
import { arriveAtBarrier } from './barrier.ts';
import { loadConstant } from './constant-port.ts';
import { Gate, Resource } from './costs.ts';
import { advanceWarp, fillSm } from './dispatch.ts';
import { Kind } from './flat-program.ts';
import { issueMemory } from './memory.ts';
import { writeDestinations } from './registers.ts';
import { loadScalar } from './scalar-cache.ts';
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
  /** False when it was ended before all workgroups were. */
  readonly isComplete: boolean;
  /** Weighted cycles per warp instruction while the SM was full and past its first workgroup; NaN if never. */
  readonly steadyCyclesPerInstruction: number;
  readonly statistics: Statistics;
}

export function emulate(
  setup: SmSetup,
  policy: SchedulerPolicy = greedyThenOldest,
  observe?: IssueObserver,
): Emulation {
  const sm = new SmState(setup);
  const { regional } = setup;
  const inRegion = regional ? { ...setup, costs: regional.costs, memory: regional.memory } : setup;
  sm.wake.fill(Infinity);
  fillSm(sm);
  while (sm.running > 0 && !isEnough(sm)) {
    const scheduler = earliestScheduler(sm);
    const time = sm.wake[scheduler];
    if (time === Infinity) unreachable('every warp waits for another');
    const slot = policy(sm, scheduler, time);
    if (slot < 0) {
      sm.wake[scheduler] = sm.soonest;
      continue;
    }
    advanceClock(sm, time);
    if (observe !== undefined) observe(time, slot, sm.pc[slot], sm);
    if (regional !== undefined) sm.setup = regional.inside[sm.pc[slot]] === 1 ? inRegion : setup;
    sm.lastSlot[scheduler] = slot;
    sm.firstScheduler = scheduler + 1 < setup.costs.schedulers ? scheduler + 1 : 0;
    sm.wake[scheduler] = time + sm.setup.costs.issueCycles;
    issue(sm, slot, scheduler, time);
  }
  const isComplete = sm.running === 0;
  if (isComplete) advanceClock(sm, Math.max(sm.clock, drainTime(sm)));
  return {
    cycles: sm.weightedClock,
    completions: sm.completions,
    isComplete,
    steadyCyclesPerInstruction: (sm.steadyUntil - sm.steadyFrom) / (sm.issuedUntil - sm.issuedBefore),
    statistics: sm.statistics,
  };
}

function isEnough(sm: SmState): boolean {
  const { enoughWork, mostIssues } = sm.setup;
  return sm.statistics.simulatedIssues >= mostIssues || sm.finishedWork >= enoughWork;
}

function issue(sm: SmState, slot: number, scheduler: number, time: number): void {
  const { costs, prepared } = sm.setup;
  const { program } = prepared;
  const instruction = sm.pc[slot];
  const costClass = program.costClass[instruction];
  const kind = program.kind[instruction];
  if (sm.setup.isOnlyTime !== true) countWait(sm, slot, instruction, time);
  countIssue(sm, slot, costClass, time);
  let floor = time + costs.issueCycles;
  let floorResource: number = Resource.issue;
  switch (kind) {
    case Kind.arithmetic:
      occupyPipe(sm, slot, costClass, time);
      writeDestinations(sm, slot, instruction, time + costs.latency[costClass], costs.resource[costClass], 0);
      break;
    case Kind.branch:
    case Kind.jump:
      occupyPipe(sm, slot, costClass, time);
      if (kind === Kind.jump || isTaken(sm, slot)) {
        floor = time + costs.latency[costClass];
        floorResource = Resource.branch;
      }
      break;
    case Kind.issueOnly:
    case Kind.barrier:
      break;
    case Kind.fence:
      floor = time + costs.latency[costClass];
      floorResource = costs.resource[costClass];
      break;
    case Kind.loadConstant:
      loadConstant(sm, slot, instruction, costClass, time);
      break;
    case Kind.loadScalar:
      loadScalar(sm, slot, instruction, costClass, time);
      break;
    default:
      issueMemory(sm, slot, instruction, kind, time);
  }
  const goesOn = advanceWarp(sm, slot, time, floor, floorResource);
  if (goesOn && kind === Kind.barrier) arriveAtBarrier(sm, slot, time);
  if (sm.orderCount[scheduler] === 0) sm.wake[scheduler] = Infinity;
}

function occupyPipe(sm: SmState, slot: number, costClass: number, time: number): void {
  const { costs } = sm.setup;
  const gate = sm.gateOfWarp[slot];
  sm.statistics.busy[costs.resource[costClass]] += costs.gap[costClass] * sm.weight[slot];
  if (gate !== Gate.open) sm.gate[gate] = time + costs.gap[costClass];
  const besideGap = costs.besideGap[costClass];
  if (besideGap > 0) {
    const beside = costs.besideGate[costClass] + (slot % costs.schedulers);
    sm.gate[beside] = Math.max(sm.gate[beside], time) + besideGap;
    sm.statistics.busy[costs.besideResource[costClass]] += besideGap * sm.weight[slot];
  }
}

/** Segments lie in memory in the order of their numbers: going anywhere but to the next one is a jump. */
function isTaken(sm: SmState, slot: number): boolean {
  if (sm.pc[slot] + 1 < sm.pcEnd[slot]) return false;
  const next = sm.entry[slot] + 1;
  if (next >= sm.entryEnd[slot]) return false;
  const { entrySegment } = sm.setup.prepared.trace;
  return entrySegment[next] !== entrySegment[next - 1] + 1;
}

function countIssue(sm: SmState, slot: number, costClass: number, time: number): void {
  const { costs } = sm.setup;
  const { statistics } = sm;
  const weight = sm.weight[slot];
  statistics.busy[Resource.issue] += costs.issueCycles * weight;
  statistics.byClass[costClass] += weight;
  statistics.simulatedIssues++;
  sm.lastIssue[slot] = time + costs.issueCycles;
}

/** Divides the time since the warp's last issue: for operands, for the pipe, for its turn, and one to issue. */
function countWait(sm: SmState, slot: number, instruction: number, time: number): void {
  const { costs } = sm.setup;
  const { statistics } = sm;
  const weight = sm.weight[slot];
  const from = sm.lastIssue[slot];
  const ready = Math.max(from, sm.ready[slot]);
  const open = Math.min(time, Math.max(ready, sm.gate[sm.gateOfWarp[slot]]));
  const queued = sm.readyQueued[slot];
  const resource = sm.readyResource[slot];
  statistics.latencyStall[resource] += (ready - from) * (1 - queued) * weight;
  statistics.busyStall[resource] += (ready - from) * queued * weight;
  statistics.busyStall[sm.gateResource[sm.gateOfWarp[slot]]] += (open - ready) * weight;
  statistics.notSelected += (time - open) * weight;
  statistics.issued += costs.issueCycles * weight;
  statistics.waitByInstruction[instruction] += (time + costs.issueCycles - from) * weight;
}

function earliestScheduler(sm: SmState): number {
  const { wake } = sm;
  let best = sm.firstScheduler;
  for (let step = 1; step < wake.length; step++) {
    const next = sm.firstScheduler + step;
    const scheduler = next < wake.length ? next : next - wake.length;
    if (wake[scheduler] < wake[best]) best = scheduler;
  }
  return best;
}

function advanceClock(sm: SmState, time: number): void {
  const weight = sm.running > 0 ? sm.weightSum / sm.running : 1;
  sm.weightedClock += (time - sm.clock) * weight;
  sm.clock = time;
}

/** When the pipes and memory levels have served what was issued. */
function drainTime(sm: SmState): number {
  return Math.max(
    sm.sharedPortFree,
    sm.l1PortFree,
    sm.l2ReadFree,
    sm.l2WriteFree,
    sm.translationFree,
    sm.sideFree,
    sm.cluster?.portFree ?? 0,
    sm.dramFree,
    sm.atomicFree,
  );
}
