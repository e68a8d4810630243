// What an atomic load costs beside changes. An SM's half of L2 keeps what it has read until it is changed: loads of what
// is changed all the time go where it is changed, as changes do.

import type { Memory } from '../profile/profile.ts';
import { isGlobalAtomic, Kind } from './flat-program.ts';
import { forEachAccess, type PreparedTrace } from './prepared-trace.ts';

/** As a share of a change; 0 where an atomic load is a load like others. */
export function atomicLoadShare(prepared: PreparedTrace, memory: Memory): number {
  const most = memory.atomicLoadShare?.value ?? 0;
  const { kind } = prepared.program;
  if (most === 0 || !kind.includes(Kind.loadGlobalUncached) || !kind.some(isGlobalAtomic)) return 0;
  return most * (OF_KEPT + (1 - OF_KEPT) * Math.min(1, changesPerLoad(prepared)));
}

/**
 * Loads of what nobody changes take so much of a change: at random in 16 and 64 KiB and 4 MiB 0.64, 0.52 and 0.50
 * (microbench/atomics, turns).
 */
const OF_KEPT = 0.55;

function changesPerLoad(prepared: PreparedTrace): number {
  const found = known.get(prepared);
  if (found !== undefined) return found;
  let [changes, loads] = [0, 0];
  forEachAccess(prepared, (_workgroup, kind, weight, access) => {
    if (isGlobalAtomic(kind)) changes += weight * prepared.accessSectors[access];
    else if (kind === Kind.loadGlobalUncached) loads += weight * prepared.accessSectors[access];
  });
  const ratio = loads === 0 ? 1 : changes / loads;
  known.set(prepared, ratio);
  return ratio;
}

/** One trace is timed many times. */
const known = new WeakMap<PreparedTrace, number>();
