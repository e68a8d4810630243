// Results that come back in the order in which a warp asked for them, where a profile says so (`memory.loadsInOrder`).
// Such a warp has no scoreboard for what memory brings: it counts what is still out, and waits until few enough are. One
// counter is of vector loads, textures and atomics, which return in order, so that a load that its cache answers waits
// for one in front that it does not. The other is of workgroup memory, which returns in order as well, and of the scalar
// unit, which does not: while any of that is out, only a count of zero says that something is there. Stores to workgroup
// memory count as well, and a barrier wants the second counter at zero: what others will read has to be there.

import { Kind } from './flat-program.ts';
import type { i32 } from './integers.ts';
import { writeDestinations } from './registers.ts';
import type { SmState } from './state.ts';

/** Writes what a vector load, texture or atomic brings, not before what the warp asked for in front of it. */
export function returnVector(
  sm: SmState,
  slot: i32,
  instruction: i32,
  readyAt: number,
  resource: i32,
  queuedShare: number,
): void {
  if (!sm.setup.costs.loadsInOrder) {
    writeDestinations(sm, slot, instruction, readyAt, resource, queuedShare);
    return;
  }
  if (!hasDestinations(sm, instruction)) return;
  if (readyAt >= sm.vectorReturned[slot]) {
    sm.vectorReturned[slot] = readyAt;
    sm.vectorReturnedFrom[slot] = resource;
    sm.vectorReturnedQueued[slot] = queuedShare;
  }
  const returned = sm.vectorReturned[slot];
  writeDestinations(
    sm,
    slot,
    instruction,
    returned,
    sm.vectorReturnedFrom[slot],
    sm.vectorReturnedQueued[slot],
  );
}

/** The same of workgroup memory and exchanges between lanes. */
export function returnShared(
  sm: SmState,
  slot: i32,
  instruction: i32,
  readyAt: number,
  resource: i32,
  queuedShare: number,
): void {
  if (!sm.setup.costs.loadsInOrder) {
    writeDestinations(sm, slot, instruction, readyAt, resource, queuedShare);
    return;
  }
  const returned = Math.max(readyAt, sm.sharedReturned[slot]);
  sm.sharedReturned[slot] = returned;
  countMixed(sm, slot, instruction, returned, resource);
  writeDestinations(sm, slot, instruction, returned, resource, queuedShare);
}

/** Writes what a load of the scalar unit brings, whenever it comes. */
export function returnScalar(
  sm: SmState,
  slot: i32,
  instruction: i32,
  readyAt: number,
  resource: i32,
  queuedShare: number,
): void {
  if (sm.setup.costs.loadsInOrder && hasDestinations(sm, instruction)) {
    sm.scalarReturned[slot] = Math.max(readyAt, sm.scalarReturned[slot]);
    countMixed(sm, slot, instruction, readyAt, resource);
  }
  writeDestinations(sm, slot, instruction, readyAt, resource, queuedShare);
}

function hasDestinations(sm: SmState, instruction: i32): boolean {
  const { destinationFirst } = sm.setup.prepared.program;
  return destinationFirst[instruction + 1] > destinationFirst[instruction];
}

/** Remembers by which time all that the second counter counts will be back, and which registers it is for. */
function countMixed(sm: SmState, slot: i32, instruction: i32, returned: number, resource: i32): void {
  const { program } = sm.setup.prepared;
  if (returned >= sm.mixedReturned[slot]) {
    sm.mixedReturned[slot] = returned;
    sm.mixedReturnedFrom[slot] = resource;
  }
  const base = slot * program.registerSlots;
  const end = program.destinationFirst[instruction + 1];
  for (let index = program.destinationFirst[instruction]; index < end; index++)
    sm.countedReturn[base + program.destinations[index]] = returned;
}

/** Where the warp's next instruction needs something of the second counter: with scalar loads out, all of it. */
export function awaitMixed(sm: SmState, slot: i32, instruction: i32, from: number): void {
  if (sm.mixedReturned[slot] <= sm.ready[slot] || !needsAll(sm, slot, instruction, from)) return;
  sm.ready[slot] = sm.mixedReturned[slot];
  sm.readyResource[slot] = sm.mixedReturnedFrom[slot];
  sm.readyQueued[slot] = 0;
}

function needsAll(sm: SmState, slot: i32, instruction: i32, from: number): boolean {
  const { program } = sm.setup.prepared;
  if (program.kind[instruction] === Kind.barrier) return true;
  if (sm.scalarReturned[slot] <= from) return false;
  const base = slot * program.registerSlots;
  const end = program.waitFirst[instruction + 1];
  for (let index = program.waitFirst[instruction]; index < end; index++) {
    const register = base + program.waits[index];
    const ready = sm.registerReady[register];
    // Something else may have written the register since.
    if (ready > from && ready === sm.countedReturn[register]) return true;
  }
  return false;
}

/** A warp begins with nothing out. */
export function clearReturns(sm: SmState, slot: i32): void {
  sm.vectorReturned[slot] = 0;
  sm.sharedReturned[slot] = 0;
  sm.scalarReturned[slot] = 0;
  sm.mixedReturned[slot] = 0;
}
