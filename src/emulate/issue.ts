// One instruction issues: its effects are booked, and the warp moves on. All latencies are known at issue.

import { arriveAtBarrier } from './barrier.ts';
import { loadConstant } from './constant-port.ts';
import { Gate, Resource } from './costs.ts';
import { advanceWarp } from './dispatch.ts';
import { Kind } from './flat-program.ts';
import type { i32 } from './integers.ts';
import { issueMemory } from './memory.ts';
import { writeDestinations } from './registers.ts';
import { loadScalar } from './scalar-cache.ts';
import type { SmState } from './state.ts';

export function issue(sm: SmState, slot: i32, scheduler: i32, time: number): void {
  const { costs, prepared } = sm.setup;
  const { program } = prepared;
  const instruction = sm.pc[slot];
  const costClass = program.costClass[instruction];
  const kind = program.kind[instruction];
  if (sm.setup.isOnlyTime !== true) countWait(sm, slot, instruction, time);
  countIssue(sm, slot, costClass, time);
  let floor = time + costs.issueCycles;
  let floorResource: i32 = Resource.issue;
  switch (kind) {
    case Kind.arithmetic:
      occupyPipe(sm, slot, costClass, time);
      writeDestinations(sm, slot, instruction, time + costs.latency[costClass], costs.resource[costClass], 0);
      break;
    case Kind.branch:
    case Kind.jump: {
      occupyPipe(sm, slot, costClass, time);
      const next = entryBehind(sm, slot);
      if (costs.divergenceCycles > 0 && divides(sm, next)) {
        floor = time + costs.divergenceLatencyCycles;
        floorResource = costs.divergenceResource;
        sm.wake[scheduler] += costs.divergenceCycles;
        sm.statistics.busy[costs.divergenceResource] += costs.divergenceCycles * sm.weight[slot];
      } else if (kind === Kind.jump || isTaken(sm, next)) {
        floor = time + costs.latency[costClass];
        floorResource = Resource.branch;
      }
      break;
    }
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

function occupyPipe(sm: SmState, slot: i32, costClass: i32, time: number): void {
  const { costs } = sm.setup;
  const gate = sm.gateOfWarp[slot];
  sm.statistics.busy[costs.resource[costClass]] += costs.gap[costClass] * sm.weight[slot];
  if (gate !== Gate.open) sm.gate[gate] = time + costs.gap[costClass];
  const besideGap = costs.besideGap[costClass];
  if (besideGap > 0) {
    const beside = costs.besideGate[costClass] + sm.schedulerOf[slot];
    sm.gate[beside] = Math.max(sm.gate[beside], time) + besideGap;
    sm.statistics.busy[costs.besideResource[costClass]] += besideGap * sm.weight[slot];
  }
}

/** The entry that the warp goes on with behind the last instruction of its segment; -1 inside of one and at the end. */
function entryBehind(sm: SmState, slot: i32): i32 {
  if (sm.pc[slot] + 1 < sm.pcEnd[slot]) return -1;
  const next = sm.entry[slot] + 1;
  return next < sm.entryEnd[slot] ? next : -1;
}

/** Segments lie in memory in the order of their numbers: going anywhere but to the next one is a jump. */
function isTaken(sm: SmState, next: i32): boolean {
  const { entrySegment } = sm.setup.prepared.trace;
  return next >= 0 && entrySegment[next] !== entrySegment[next - 1] + 1;
}

/**
 * Fewer lanes go on than came. The others wait where all meet, or go another way: the warp changes between them, and each
 * of the parts comes to that place in instructions of its own (microbench/divergence).
 */
function divides(sm: SmState, next: i32): boolean {
  const { entryLanes } = sm.setup.prepared.trace;
  return next >= 0 && entryLanes[next] < entryLanes[next - 1];
}

function countIssue(sm: SmState, slot: i32, costClass: i32, time: number): void {
  const { costs } = sm.setup;
  const { statistics } = sm;
  const weight = sm.weight[slot];
  statistics.busy[Resource.issue] += costs.issueCycles * weight;
  statistics.byClass[costClass] += weight;
  statistics.simulatedIssues++;
  const waited = Math.max(0, sm.ready[slot] - sm.lastIssue[slot]) * (1 - sm.readyQueued[slot]);
  sm.slotCycles[slot] += (waited + costs.issueCycles) * weight;
  sm.lastIssue[slot] = time + costs.issueCycles;
}

/** Divides the time since the warp's last issue: for operands, for the pipe, for its turn, and one to issue. */
function countWait(sm: SmState, slot: i32, instruction: i32, time: number): void {
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
