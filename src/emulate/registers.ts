// The scoreboard: when each register of each resident warp is ready and which resource makes it wait.
// Issue is in order; an instruction waits for its sources and for destinations that are still being written.

import type { f64, i32 } from './integers.ts';
import type { SmState } from './state.ts';

/** Marks the results of an instruction as usable at `readyAt`; which resource made them wait is only kept where somebody asks. */
export function writeDestinations(
  sm: SmState,
  slot: i32,
  instruction: i32,
  readyAt: number,
  resource: i32,
  queuedShare: number,
): void {
  const program = sm.setup.prepared.program;
  const isOnlyTime = sm.setup.isOnlyTime === true;
  const base = slot * program.registerSlots;
  const end = program.destinationFirst[instruction + 1];
  for (let index = program.destinationFirst[instruction]; index < end; index++) {
    const register = base + program.destinations[index];
    sm.registerReady[register] = readyAt;
    sm.registerQueued[register] = queuedShare;
    if (!isOnlyTime) sm.registerResource[register] = resource;
  }
}

/** Sets when the warp's current instruction has its operands, not before `floor`, and what it waits for. */
export function awaitOperands(
  sm: SmState,
  slot: i32,
  instruction: i32,
  floor: number,
  floorResource: i32,
): void {
  const program = sm.setup.prepared.program;
  const base = slot * program.registerSlots;
  let ready = floor;
  let resource = floorResource;
  let queued: f64 = 0;
  const end = program.waitFirst[instruction + 1];
  if (sm.setup.isOnlyTime === true) {
    for (let index = program.waitFirst[instruction]; index < end; index++) {
      const register = base + program.waits[index];
      if (sm.registerReady[register] <= ready) continue;
      ready = sm.registerReady[register];
      queued = sm.registerQueued[register];
    }
    sm.ready[slot] = ready;
    sm.readyQueued[slot] = queued;
    return;
  }
  for (let index = program.waitFirst[instruction]; index < end; index++) {
    const register = base + program.waits[index];
    if (sm.registerReady[register] > ready) {
      ready = sm.registerReady[register];
      resource = sm.registerResource[register];
      queued = sm.registerQueued[register];
    }
  }
  sm.ready[slot] = ready;
  sm.readyResource[slot] = resource;
  sm.readyQueued[slot] = queued;
}

export function clearRegisters(sm: SmState, slot: i32): void {
  const count = sm.setup.prepared.program.registerSlots;
  sm.registerReady.fill(0, slot * count, (slot + 1) * count);
}
