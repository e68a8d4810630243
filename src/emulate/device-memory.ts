// The memory levels behind L1 as one SM sees them while all active SMs use them alike: gaps per
// sector after sharing, latencies, and per buffer how often a sector that this SM fetches for the first time
// comes from DRAM. Everything here is an expectation over the launch, made by l2.ts before emulation.

import type { ClusterLevel } from './cluster-cache.ts';
import type { SideLevel } from './side-cache.ts';

export interface DeviceMemory {
  readonly l2LatencyCycles: number;
  /** Mean, and the mean of its exponential part. */
  readonly dramLatencyCycles: number;
  readonly dramSpreadCycles: number;
  /** Until a store is acknowledged: it may go to the far part of L2, and the last of many decides. */
  readonly storeLatencyCycles: number;
  readonly l2ReadSectorCycles: number;
  /** Least cycles between two lines requested by this SM, however few sectors of them. */
  readonly l2RequestCycles: number;
  readonly l2WriteSectorCycles: number;
  /**
   * What a written sector takes of the way that reads go, and a written line at least; 0 where writes have a way of
   * their own.
   */
  readonly l2PortSectorCycles: number;
  readonly l2PortLineCycles: number;
  /** What a sector from DRAM takes of the way that writes go; 0 where it takes none. */
  readonly l2FillSectorCycles: number;
  /** What a line costs besides when sectors of it are written in part: the mask of their bytes. */
  readonly l2MaskCycles: number;
  /** Per look-up of another page by a request. */
  readonly lookUpCycles: number;
  /** How long a stored line waits in L1 for what the same warp stores to it next. */
  readonly storeWindowCycles: number;
  /** Where stores have more than this to wait for, none goes along with another. */
  readonly storeCrowdCycles: number;
  readonly dramSectorCycles: number;
  /** Sectors in whose time DRAM reads a line of which fewer are wanted. */
  readonly dramLeastSectors: number;
  readonly atomicLatencyCycles: number;
  /** By how much many slices of L2 answer later, the last of them, than one does on average. */
  readonly atomicFarCycles: number;
  /** What an atomic load costs as a share of a change; 0 where it is a load like others. */
  readonly atomicLoadShare: number;
  /** Per sector, and per further lane on the same address. */
  readonly atomicSectorCycles: number;
  readonly atomicSameAddressCycles: number;
  /** Probability that a first fetch by this SM misses L2, by buffer. */
  readonly missOnFirstFetch: Float64Array;
  /**
   * Weighted sectors that this SM asks of L2 until half of what it asked for before has left L2, while all SMs do alike;
   * infinite where L2 holds what they touch.
   */
  readonly keptSectors: number;
  /** DRAM sectors written back per sector stored, by buffer. */
  readonly writeBackPerStore: Float64Array;
  /** What DRAM moves to L2 for each mask of wanted sectors in a line: whole bursts, as a mask and counted. */
  readonly burstMasks: Uint8Array;
  readonly burstSectors: Uint8Array;
  /** Further levels, in front of L2 and behind it, where the device has them. */
  readonly cluster: ClusterLevel | undefined;
  readonly side: SideLevel | undefined;
}
