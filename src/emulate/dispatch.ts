// Workgroups and warps coming and going on one SM. The sample's workgroups are handed out in order and
// repeated when the SM runs more than were sampled; a repetition is a new epoch, in which lines count as different
// memory but for those that others share (line-share.ts). A workgroup gives its place back when its warps have ended
// and their stores were acknowledged; where warps give back theirs before, the next workgroup comes as soon as there is
// room for all of its warps. Warps go to schedulers round robin; where a workgroup has as many for each, the next one
// may start further, so that what only its first warp does is not always one scheduler's work.

import { openWhenComplete } from './barrier.ts';
import { codeArrives } from './code-fetch.ts';
import { bankWordArrives } from './constant-bank.ts';
import { Gate, Resource } from './costs.ts';
import { type f64, type i32, integer } from './integers.ts';
import { awaitOperands, clearRegisters } from './registers.ts';
import { awaitMixed, clearReturns } from './return-order.ts';
import type { SmState } from './state.ts';

export function fillSm(sm: SmState): void {
  for (let workgroup = 0; workgroup < sm.setup.residents; workgroup++) dispatchNext(sm, workgroup, 0);
}

function dispatchNext(sm: SmState, workgroup: i32, time: number): void {
  const { prepared, warpsPerWorkgroup, sources, schedulerShift } = sm.setup;
  if (sm.dispatched === sources.length) return;
  const trace = prepared.trace;
  const source = sources[sm.dispatched];
  const start = Math.max(time, sm.dispatchFree);
  sm.dispatchFree = start + sm.setup.dispatchGapCycles;
  sm.epoch[workgroup] = sm.repeats[source]++;
  sm.source[workgroup] = source;
  sm.dispatched++;
  sm.statistics.busy[Resource.launch] += sm.setup.dispatchGapCycles;
  sm.arrived[workgroup] = 0;
  sm.barrierAdmit[workgroup] = 0;
  const firstWarp = trace.workgroupFirstWarp[source];
  const warps = integer(Math.min(warpsPerWorkgroup, trace.workgroupFirstWarp[source + 1] - firstWarp));
  sm.unfinished[workgroup] = warps;
  sm.held += warps;
  sm.retired[workgroup] = time;
  const lineOffset = copyOf(sm, sm.epoch[workgroup]) * prepared.lineCount;
  const { schedulers } = sm.setup.costs;
  const firstSlot = workgroup * warpsPerWorkgroup;
  const first = warpsPerWorkgroup % schedulers === 0 ? (sm.dispatched - 1) * schedulerShift : firstSlot;
  for (let index = 0; index < warps; index++) {
    const slot = integer(firstSlot + index);
    sm.lineOffset[slot] = lineOffset;
    sm.schedulerOf[slot] = (first + index) % schedulers;
    startWarp(sm, slot, firstWarp + index, time, start);
  }
}

/** The first time shares its numbers with all that is the same later; further ones have one of the copies behind. */
function copyOf(sm: SmState, epoch: i32): i32 {
  return epoch === 0 || sm.lineCopies === 1 ? 0 : 1 + (epoch % (sm.lineCopies - 1));
}

function startWarp(sm: SmState, slot: i32, warp: i32, time: number, start: number): void {
  const { trace } = sm.setup.prepared;
  const scheduler = sm.schedulerOf[slot];
  sm.order[scheduler * sm.slotsPerScheduler + sm.orderCount[scheduler]] = slot;
  sm.orderCount[scheduler]++;
  sm.running++;
  sm.weight[slot] = 1;
  sm.lastIssue[slot] = time;
  sm.storeLeaves[slot] = -Infinity;
  sm.acknowledged[slot] = 0;
  sm.readyAfterBarrier[slot] = Number.NaN;
  clearRegisters(sm, slot);
  if (sm.setup.costs.loadsInOrder) clearReturns(sm, slot);
  sm.entry[slot] = trace.warpFirstEntry[warp] - 1;
  sm.entryEnd[slot] = trace.warpFirstEntry[warp + 1];
  if (!enterNextSegment(sm, slot)) {
    finishWarp(sm, slot, start);
    return;
  }
  prepareIssue(sm, slot, start + sm.setup.dispatchLatencyCycles, Resource.launch);
  if (sm.wake[scheduler] > sm.ready[slot]) sm.wake[scheduler] = sm.ready[slot];
}

/**
 * Moves the warp past an issued instruction; `floor` is the earliest time of its next issue. False when the
 * warp ends here; its slot may then belong to a new workgroup already.
 */
export function advanceWarp(sm: SmState, slot: i32, time: number, floor: number, resource: i32): boolean {
  sm.pc[slot]++;
  if (sm.pc[slot] === sm.pcEnd[slot] && !enterNextSegment(sm, slot)) {
    finishWarp(sm, slot, time);
    return false;
  }
  prepareIssue(sm, slot, floor, resource);
  return true;
}

function prepareIssue(sm: SmState, slot: i32, floor: number, resource: i32): void {
  const { costs, prepared } = sm.setup;
  const instruction = sm.pc[slot];
  const costClass = prepared.program.costClass[instruction];
  sm.gateOfWarp[slot] = costs.gate[costClass] + costs.gateStride[costClass] * sm.schedulerOf[slot];
  const fetched = codeArrives(sm, slot, instruction, floor);
  const word = bankWordArrives(sm, slot, instruction, Math.max(floor, fetched));
  if (word > 0) awaitOperands(sm, slot, instruction, word, Resource.immediate_constant);
  else if (fetched > floor) awaitOperands(sm, slot, instruction, fetched, Resource.fetch);
  else awaitOperands(sm, slot, instruction, floor, resource);
  if (costs.loadsInOrder) awaitMixed(sm, slot, instruction, Math.max(floor, fetched));
}

/** Goes to the next segment that has instructions; false at the end of the warp. */
function enterNextSegment(sm: SmState, slot: i32): boolean {
  const { trace, program } = sm.setup.prepared;
  while (++sm.entry[slot] < sm.entryEnd[slot]) {
    const entry = sm.entry[slot];
    const segment = trace.entrySegment[entry];
    sm.pc[slot] = program.segmentFirst[segment];
    sm.pcEnd[slot] = program.segmentFirst[segment + 1];
    if (sm.pc[slot] === sm.pcEnd[slot]) continue;
    sm.accessBase[slot] = trace.entryFirstAccess[entry];
    const weight = trace.entryWeight[entry];
    if (weight < sm.weight[slot]) passLines(sm, slot);
    sm.weight[slot] = weight;
    return true;
  }
  return false;
}

/** After the part of a shortened loop that stands for the rest, that rest's lines have gone by. */
function passLines(sm: SmState, slot: i32): void {
  sm.l1.pass(sm.linesLeftOut[slot]);
  sm.linesLeftOut[slot] = 0;
}

function finishWarp(sm: SmState, slot: i32, time: number): void {
  const workgroup = sm.workgroupOf[slot];
  sm.running--;
  passLines(sm, slot);
  sm.ready[slot] = Infinity;
  sm.gateOfWarp[slot] = Gate.open;
  leaveScheduler(sm, slot, sm.schedulerOf[slot]);
  sm.unfinished[workgroup]--;
  sm.retired[workgroup] = Math.max(sm.retired[workgroup], time, sm.acknowledged[slot]);
  if (sm.unfinished[workgroup] > 0) {
    openWhenComplete(sm, workgroup, time);
    givePlacesBack(sm, workgroup, time);
    return;
  }
  sm.completions[sm.finished] = sm.weightedClock;
  sm.finished++;
  sm.finishedWork += sm.setup.work[sm.source[workgroup]];
  noteSteadyTime(sm);
  if (sm.setup.warpsFreedTogether === 0) dispatchNext(sm, workgroup, sm.retired[workgroup]);
  else givePlacesBack(sm, workgroup, sm.retired[workgroup]);
}

/** A warp of the workgroup has ended: where places are given back before the whole ends, others may come. */
function givePlacesBack(sm: SmState, workgroup: i32, time: number): void {
  const { warpsFreedTogether, warpsPerWorkgroup, residents, begun, sources } = sm.setup;
  if (warpsFreedTogether === 0) return;
  const unfinished = sm.unfinished[workgroup];
  const ended = warpsPerWorkgroup - unfinished;
  if (ended % warpsFreedTogether === 0) sm.held -= warpsFreedTogether;
  else if (unfinished === 0) sm.held -= ended % warpsFreedTogether;
  const room = (residents - 1) * warpsPerWorkgroup;
  for (let place = 0; place < begun && sm.held <= room && sm.dispatched < sources.length; place++)
    if (sm.unfinished[place] === 0) dispatchNext(sm, place, time);
}

function noteSteadyTime(sm: SmState): void {
  const { byClass } = sm.statistics;
  let issued: f64 = 0;
  for (let costClass = 0; costClass < byClass.length; costClass++) issued += byClass[costClass];
  if (sm.finished === 1) {
    sm.steadyFrom = sm.weightedClock;
    sm.issuedBefore = issued;
  }
  if (sm.finished <= sm.setup.sources.length - sm.setup.residents + 1) {
    sm.steadyUntil = sm.weightedClock;
    sm.issuedUntil = issued;
  }
}

function leaveScheduler(sm: SmState, slot: i32, scheduler: i32): void {
  const first = scheduler * sm.slotsPerScheduler;
  const end = first + sm.orderCount[scheduler];
  const position = sm.order.indexOf(slot, first);
  sm.order.copyWithin(position, position + 1, end);
  sm.orderCount[scheduler]--;
  if (sm.lastSlot[scheduler] === slot) sm.lastSlot[scheduler] = -1;
}
