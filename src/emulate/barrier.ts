// Workgroup barriers: the SM takes the arrivals of all its workgroups one after the other, `perWarpCycles` each,
// and a barrier opens `baseCycles` after its last. With all warps of one workgroup arriving at once this is
// base + perWarp × warps; with many workgroups the SM takes perWarp × all warps per round. Warps that
// have exited do not count.

import { Resource } from './costs.ts';
import type { i32 } from './integers.ts';
import type { SmState } from './state.ts';

/** The warp stops until its workgroup's barrier opens, which may be at once. */
export function arriveAtBarrier(sm: SmState, slot: i32, time: number): void {
  const { costs } = sm.setup;
  const workgroup = sm.workgroupOf[slot];
  sm.barrierFree = Math.max(time, sm.barrierFree) + costs.barrierPerWarpCycles;
  sm.barrierAdmit[workgroup] = sm.barrierFree;
  sm.readyAfterBarrier[slot] = sm.ready[slot];
  sm.ready[slot] = Infinity;
  sm.arrived[workgroup]++;
  sm.statistics.busy[Resource.barrier] += costs.barrierPerWarpCycles * sm.weight[slot];
  openWhenComplete(sm, workgroup, time);
}

/** Called when a warp exits, too: the others may have been waiting for it only. */
export function openWhenComplete(sm: SmState, workgroup: i32, time: number): void {
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
    const scheduler = sm.schedulerOf[slot];
    if (sm.wake[scheduler] > sm.ready[slot]) sm.wake[scheduler] = sm.ready[slot];
  }
  sm.arrived[workgroup] = 0;
  sm.barrierAdmit[workgroup] = 0;
}
