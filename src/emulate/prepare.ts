// Everything about a trace that timing needs and that no latency or bandwidth changes. Sensitivity analysis
// prepares once and times a trace many times.

import type { Trace } from '../execute/trace.ts';
import { allocatedWorkgroupBytes } from '../machine/program.ts';
import type { Profile } from '../profile/profile.ts';
import { type Crowd, withLostRounds } from './exchange-contention.ts';
import { type Footprint, footprint, withNearby } from './footprint.ts';
import { type WorkSpread, workSpread } from './imbalance.ts';
import { ALWAYS_SHARED } from './line-share.ts';
import { type Occupancy, occupancy } from './occupancy.ts';
import { type PreparedTrace, prepareTrace } from './prepared-trace.ts';
import { nearestExecuted } from './slowest-sm.ts';
import { addressPages } from './translation.ts';

export interface Preparation {
  readonly prepared: PreparedTrace;
  /** Those of `Trace.together`. */
  readonly together?: PreparedTrace;
  readonly footprint: Footprint;
  readonly spread: WorkSpread;
  /** Of each workgroup of the launch the executed one nearest to it; worked out when it is first asked for. */
  readonly nearest: () => Int32Array;
}

/** Good for any profile with the same sizes of lines, sectors and bursts. */
export function prepare(trace: Trace, profile: Profile): Preparation {
  const { workgroupsPerSm, warpsPerSm } = occupancyOf(trace, profile);
  const crowd = crowdOf(warpsPerSm, profile);
  const prepareOne = (each: Trace) => prepareTrace(withLostRounds(each, crowd), profile.memory);
  const base = prepareOne(trace);
  const together = trace.together && { together: prepareOne(trace.together) };
  const ofSample = footprint(base, profile.memory);
  // A small L2 in front of another cache keeps what neighbours share, and little else.
  const touched =
    together && profile.memory.sideBytes
      ? withNearby(ofSample, footprint(together.together, profile.memory, true))
      : ofSample;
  shareWhereMostIsTouched(base, touched);
  const concurrent = Math.max(1, workgroupsPerSm * profile.limits.smCount.value);
  const sweeps = ofSample.touched.map(({ sweep }) => sweep);
  const prepared = { ...base, addressPages: addressPages(base, profile.memory, sweeps, concurrent) };
  let known: Int32Array | undefined;
  const nearest = () => (known ??= nearestExecuted(trace));
  return { prepared, ...together, footprint: touched, spread: workSpread(prepared), nearest };
}

/** A small sample may not show it, but workgroups that each touch half a buffer or more do share it. */
function shareWhereMostIsTouched(prepared: PreparedTrace, touched: Footprint): void {
  const isShared = touched.touched.map(
    ({ perWorkgroup, common, size, capSectors }) => perWorkgroup >= 0.5 * Math.min(common + size, capSectors),
  );
  for (let line = 0; line < prepared.lineCount; line++) {
    if (isShared[prepared.lineBuffer[line]]) prepared.lineShare[line] = ALWAYS_SHARED;
  }
}

function occupancyOf(trace: Trace, { limits }: Profile): Occupancy {
  const warps = trace.workgroupFirstWarp[1] - trace.workgroupFirstWarp[0];
  return occupancy({
    limits,
    registersPerThread: trace.program.registersPerThread,
    workgroupBytes: allocatedWorkgroupBytes(trace.program),
    workgroupSize: warps * limits.subgroupSize.value,
    totalWorkgroups: trace.totalWorkgroups,
  });
}

/** What decides how many lanes are in a loop at once, before anything is emulated. */
function crowdOf(warpsPerSm: number, { limits, resources }: Profile): Crowd {
  const latencyOf = (name: string) => resources[name]?.latencyCycles ?? 0;
  return {
    residentWarps: warpsPerSm * limits.smCount.value,
    bufferRoundCycles: latencyOf('atomic'),
    workgroupRoundCycles: latencyOf('shared'),
    instructionCycles: Math.max(latencyOf('alu'), warpsPerSm / limits.schedulersPerSm.value),
  };
}
