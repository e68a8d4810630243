// A cache between L1 and L2 that several SMs share. The emulated SM has it to itself as far as their data is the same;
// of what is each one's own, it keeps its part. What several workgroups read is asked for once by all of them: the
// others' share of that traffic to L2 is theirs.

import { latencyOf, type Profile } from '../profile/profile.ts';
import type { i32 } from './integers.ts';
import type { PreparedTrace } from './prepared-trace.ts';

/** The cache as one SM sees it. */
export interface ClusterLevel {
  /** Id of its resource. */
  readonly resource: i32;
  readonly latencyCycles: number;
  readonly sectorCycles: number;
  readonly lines: i32;
  /** SMs that share it. */
  readonly sms: number;
}

/** @returns undefined for a device that has none */
export function clusterLevel(
  profile: Profile,
  { lineShare }: PreparedTrace,
  resource: number,
): ClusterLevel | undefined {
  const { clusterBytes, clusterSms, clusterBytesPerCyclePerSm, sectorBytes, lineBytes } = profile.memory;
  if (!clusterBytes || !clusterSms || !clusterBytesPerCyclePerSm) return undefined;
  const shared = lineShare.reduce((sum, each) => sum + Math.min(1, each), 0) / Math.max(1, lineShare.length);
  const holders = 1 + (clusterSms.value - 1) * (1 - shared);
  return {
    resource,
    latencyCycles: latencyOf(profile, 'cluster'),
    sectorCycles: sectorBytes.value / clusterBytesPerCyclePerSm.value,
    lines: Math.floor(clusterBytes.value / holders / lineBytes.value),
    sms: clusterSms.value,
  };
}
