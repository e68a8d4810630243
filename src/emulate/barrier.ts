// Workgroup barriers: arrivals are taken one per `perWarpCycles`, and the barrier opens `baseCycles` after
// the last. With all warps arriving at once this is base + perWarp × warps, as measured; warps that have
// exited do not count.

import { Resource } from './costs.ts';
import type { SmState } from './state.ts';

/** The warp stops until its workgroup's barrier opens, which may be at once. */
export function arriveAtBarrier(sm: SmState, slot: number, time: number): void {
  const { costs, warpsPerWorkgroup } = sm.setup;
  const workgroup = Math.floor(slot / warpsPerWorkgroup);
  const admitted = Math.max(time, sm.barrierAdmit[workgroup]) + costs.barrierPerWarpCycles;
  sm.barrierAdmit[workgroup] = admitted;
  sm.readyAfterBarrier[slot] = sm.ready[slot];
  sm.ready[slot] = Infinity;
  sm.arrived[workgroup]++;
  sm.statistics.busy[Resource.barrier] += costs.barrierPerWarpCycles * sm.weight[slot];
  openWhenComplete(sm, workgroup, time);
}

/** Called when a warp exits, too: the others may have been waiting for it only. */
export function openWhenComplete(sm: SmState, workgroup: number, time: number): void {
  if (sm.arrived[workgroup] === 0 || sm.arrived[workgroup] < sm.unfinished[workgroup]) return;
  const { costs, warpsPerWorkgroup } = sm.setup;
  const opensAt = Math.max(time, sm.barrierAdmit[workgroup] + costs.barrierBaseCycles);
  const first = workgroup * warpsPerWorkgroup;
  for (let slot = first; slot < first + warpsPerWorkgroup; slot++) {
    const ready = sm.readyAfterBarrier[slot];
    if (Number.isNaN(ready)) continue;
    if (ready <= opensAt) {
      sm.ready[slot] = opensAt;
      sm.readyResource[slot] = Resource.barrier;
      sm.readyQueued[slot] = 0;
    } else {
      sm.ready[slot] = ready;
    }
    sm.readyAfterBarrier[slot] = Number.NaN;
    const scheduler = slot % costs.schedulers;
    if (sm.wake[scheduler] > sm.ready[slot]) sm.wake[scheduler] = sm.ready[slot];
  }
  sm.arrived[workgroup] = 0;
  sm.barrierAdmit[workgroup] = 0;
}
