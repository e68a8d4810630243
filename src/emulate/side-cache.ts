// A cache in front of DRAM, behind L2: all that L2 lacks passes through it. How often it has what L2 has not follows
// from the same estimate of the whole launch as for L2, with its own capacity.

import { latencyOf, type Profile } from '../profile/profile.ts';
import type { i32 } from './integers.ts';

/** The cache as one SM sees it while all of them use it alike. */
export interface SideLevel {
  /** Id of its resource. */
  readonly resource: i32;
  readonly latencyCycles: number;
  readonly sectorCycles: number;
  /** As `DeviceMemory.keptSectors`. */
  readonly keptSectors: number;
  /** Of the fetches that L2 lacks, the part that goes on to DRAM, by buffer; and of what L2 writes back. */
  readonly missShare: Float64Array;
  readonly writtenShare: Float64Array;
}

/** What a launch moves beyond a cache of some capacity, by buffer. */
export interface BeyondCache {
  readonly missOnFirstFetch: Float64Array;
  readonly writeBackPerStore: Float64Array;
}

/** @returns undefined for a device that has none */
export function sideLevel(
  profile: Profile,
  resource: number,
  deviceShare: number,
  beyondL2: BeyondCache,
  beyondCapacity: (bytes: number) => BeyondCache,
  kept: (bytes: number) => number,
): SideLevel | undefined {
  const { sideBytes, sideBytesPerSecond, sectorBytes } = profile.memory;
  if (!sideBytes || !sideBytesPerSecond) return undefined;
  const beyond = beyondCapacity(sideBytes.value);
  const shares = (of: Float64Array, all: Float64Array) =>
    of.map((part, buffer) => (all[buffer] === 0 ? 0 : Math.min(1, part / all[buffer])));
  return {
    resource,
    latencyCycles: latencyOf(profile, 'side'),
    sectorCycles: ((sectorBytes.value * profile.clockHz.value) / sideBytesPerSecond.value) * deviceShare,
    keptSectors: kept(sideBytes.value),
    missShare: shares(beyond.missOnFirstFetch, beyondL2.missOnFirstFetch),
    writtenShare: shares(beyond.writeBackPerStore, beyondL2.writeBackPerStore),
  };
}
