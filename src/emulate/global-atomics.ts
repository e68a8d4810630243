// Atomics on storage buffers, which L2 does.

import { Resource } from './costs.ts';
import type { i32 } from './integers.ts';
import { cachedLine, dramLatency, fetchBeyondL2, missesL2, translate, writeBeyondL2 } from './lines.ts';
import { returnVector } from './return-order.ts';
import type { SmState } from './state.ts';

/** The requests of an atomic go the way of loads. */
function takeWayToL2(sm: SmState, access: i32, start: number, weight: number): void {
  const { prepared, memory } = sm.setup;
  const lines = access < 0 ? 1 : prepared.accessFirstLine[access + 1] - prepared.accessFirstLine[access];
  const cycles = lines * memory.l2RequestCycles;
  sm.l2PortFree = Math.max(start, sm.l2PortFree) + cycles;
  sm.statistics.l2PortBusy += cycles * weight;
  sm.statistics.busy[Resource.l2] += cycles * weight;
}

/** What the farthest of several slices answers later than one does on average. */
function farthest(sm: SmState, access: i32): number {
  if (access < 0) return 0;
  const { prepared, memory } = sm.setup;
  const lines = prepared.accessFirstLine[access + 1] - prepared.accessFirstLine[access];
  return lines > 1 ? memory.atomicFarCycles * (1 - 1 / lines) : 0;
}

/**
 * Global atomics are done in L2: a cost per sector (atomic-work.ts), more where lanes meet on one address.
 * @param share of that cost
 */
export function atomic(
  sm: SmState,
  slot: i32,
  instruction: i32,
  access: i32,
  sameAddressLanes: i32,
  share: number,
  time: number,
  sent: number,
): void {
  const { prepared, memory } = sm.setup;
  const { statistics } = sm;
  const weight = sm.weight[slot];
  const sectors = access < 0 ? 1 : prepared.accessSectors[access];
  const work = access < 0 ? 1 : prepared.accessAtomicWork[access];
  const start = Math.max(sent, sm.atomicFree);
  const cycles =
    share * (work * memory.atomicSectorCycles + (sameAddressLanes - 1) * memory.atomicSameAddressCycles);
  sm.atomicFree = start + cycles;
  takeWayToL2(sm, access, start, weight);
  statistics.busy[Resource.atomic] += cycles * weight;
  statistics.l2WriteSectors += sectors * weight;
  const latency = memory.atomicLatencyCycles + farthest(sm, access);
  let ready = start + cycles + latency - memory.atomicSectorCycles;
  if (access >= 0) {
    ready = Math.max(ready, translate(sm, slot, access, 1, sent));
    const end = prepared.accessFirstLine[access + 1];
    for (let index = prepared.accessFirstLine[access]; index < end; index++) {
      const line = prepared.lines[index];
      const buffer = prepared.lineBuffer[line];
      if (!missesL2(sm, slot, cachedLine(sm, slot, line), buffer, prepared.masks[index])) continue;
      const moved = memory.burstSectors[prepared.masks[index]];
      // The sector comes in and, changed, goes out again.
      const wrote = moved * memory.writeBackPerStore[buffer];
      if (memory.side !== undefined) {
        ready = Math.max(ready, fetchBeyondL2(sm, slot, buffer, prepared.masks[index], start, false));
        writeBeyondL2(sm, buffer, wrote, start, weight);
        continue;
      }
      sm.dramFree = Math.max(start, sm.dramFree) + (moved + wrote) * memory.dramSectorCycles;
      statistics.busy[Resource.dram] += (moved + wrote) * memory.dramSectorCycles * weight;
      statistics.dramReadSectors += moved * weight;
      statistics.dramWriteSectors += wrote * weight;
      ready = Math.max(ready, sm.dramFree - memory.dramSectorCycles + dramLatency(sm));
    }
  }
  const queued = Math.max(0, 1 - latency / (ready - time));
  returnVector(sm, slot, instruction, ready, Resource.atomic, queued);
}
