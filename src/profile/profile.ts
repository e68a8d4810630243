// A device as data: what `hwprofiles/*.json` holds, typed. Every number has an origin; see
// `hwprofiles/README.md` for the meaning of each field and `hwprofiles/schema.json` for its shape.

import { unreachable } from '../diagnostics/diagnostic.ts';

/**
 * Where a number comes from: `doc:KEY`, `measured:KEY`, `compiler:KEY`, `simulator:KEY` with a key that
 * `hwprofiles/sources.json` explains, `derived:FORMULA`, `derived:by RULE` for what was carried over from another device, or
 * `guess:WHY`. Guesses and what was carried over are counted in every prediction that leans on them.
 */
export type Origin = string;

export interface Quantity {
  readonly value: number;
  readonly source: Origin;
}

/**
 * Something that instructions compete for. `latencyCycles`: from issue to the result being usable by a
 * dependent instruction. `gapCycles`: between the starts of two requests. `scope` says how many of it there
 * are: one per warp scheduler, per SM or for the whole device. Which have only one of the two: `taken.ts`.
 */
export interface Resource {
  readonly latencyCycles?: number;
  readonly gapCycles?: number;
  readonly scope: 'scheduler' | 'sm' | 'device';
  readonly source: Origin;
}

/** What a resource or a cost class can cost. */
export type Parameter = 'latency' | 'gap';

/** A cost class of `isa/cost-classes.json` on this device: which resource it uses and how hard. */
export interface ClassCost {
  readonly resource: string;
  /** Defaults to the resource's. */
  readonly latencyCycles?: number;
  /** Defaults to the resource's. */
  readonly gapCycles?: number;
  /** Another pipe of the scheduler that it holds besides its own, and for how long. */
  readonly besides?: { readonly resource: string; readonly gapCycles: number };
  /** Needed where `latencyCycles`, `gapCycles` or `besides` is given. */
  readonly source?: Origin;
}

export interface Limits {
  readonly smCount: Quantity;
  readonly subgroupSize: Quantity;
  readonly schedulersPerSm: Quantity;
  readonly issuePerScheduler: Quantity;
  readonly warpsPerSm: Quantity;
  readonly workgroupsPerSm: Quantity;
  /** So many warps of a workgroup give their places back at a time; all of them at its end where absent. */
  readonly warpsFreedTogether?: Quantity;
  /** How many schedulers further each workgroup begins than the one before, where it has as many warps for each. */
  readonly schedulerShift?: Quantity;
  /** Most invocations in a workgroup. */
  readonly invocationsPerWorkgroup: Quantity;
  readonly registersPerSm: Quantity;
  readonly registersPerThread: Quantity;
  /** Registers are handed to a warp in multiples of this many. */
  readonly registerAllocation: Quantity;
  /** Warps of a workgroup are rounded up to a multiple of this for register allocation. */
  readonly warpAllocation: Quantity;
  readonly sharedBytesPerSm: Quantity;
  /** What the driver sets aside of the array for workgroup memory, where that is less than could be. */
  readonly sharedConfiguredBytes?: Quantity;
  readonly sharedBytesPerWorkgroup: Quantity;
  readonly sharedAllocationBytes: Quantity;
  /** Taken by the system from each workgroup's allocation. */
  readonly sharedReservedBytes: Quantity;
  /** L1 and workgroup memory together, where they share one array; else L1 alone. */
  readonly l1SharedBytes: Quantity;
  /** Sizes that the workgroup-memory part of the array can take, in bytes, ascending; empty when fixed. */
  readonly sharedCarveoutBytes: { readonly values: readonly number[]; readonly source: Origin };
}

export interface Memory {
  readonly sectorBytes: Quantity;
  readonly lineBytes: Quantity;
  readonly sharedBanks: Quantity;
  /** What a bank of workgroup memory serves per pass; 4 where it is not given. */
  readonly sharedBankBytes?: Quantity;
  /** Cycles that a bank pass holds the load/store unit of its scheduler, where each scheduler has one. */
  readonly sharedPassCyclesPerScheduler?: Quantity;
  /** Whether global loads look into L1 at all. */
  readonly cachesGlobalLoadsInL1: { readonly value: boolean; readonly source: Origin };
  /** From L2 to one SM. */
  readonly l2BytesPerCyclePerSm: Quantity;
  readonly l2Bytes: Quantity;
  /** Part of L2 that is near; equal to `l2Bytes` when L2 is one piece. */
  readonly l2NearBytes: Quantity;
  readonly l2FarLatencyCycles: Quantity;
  /** Whole device, bytes per second. */
  readonly l2BytesPerSecond: Quantity;
  /** From the SMs into L2; as `l2BytesPerSecond` where it is not given. */
  readonly l2WriteBytesPerSecond?: Quantity;
  /**
   * What the way that reads go could take of writes alone, in bytes of whole lines and in lines of which less is
   * written. Where it is given, what comes from DRAM takes its place among the writes.
   */
  readonly l2WritePortBytesPerSecond?: Quantity;
  readonly l2WriteLinesPerSecond?: Quantity;
  /** Consecutive bytes that one slice of L2 serves; `lineBytes` where it is not given. */
  readonly l2SliceBytes?: Quantity;
  /** What each further line of a uniform buffer costs a load whose lanes read from several. */
  readonly constantLineCycles?: Quantity;
  /** Words of constant banks that an SM has at hand as operands; resource `immediate_constant` says what others take. */
  readonly immediateConstantBytes?: Quantity;
  /** Cache of the scalar unit, per SM, where a warp has one that loads for it; none where it is not given. */
  readonly scalarCacheBytes?: Quantity;
  /** A cache between L1 and L2 that so many SMs share, and what it gives to one of them; none unless given. */
  readonly clusterBytes?: Quantity;
  readonly clusterSms?: Quantity;
  readonly clusterBytesPerCyclePerSm?: Quantity;
  /**
   * Whether a warp waits for what memory brings by counting what is still out, so that loads come back in the order in
   * which it issued them; not where it is not given.
   */
  readonly loadsInOrder?: { readonly value: boolean; readonly source: Origin };
  /**
   * How far workgroups that share what they read come apart while others take the places of those that end: 0, also
   * where it is not given, when they proceed together, 1 when each is at a stage of its own.
   */
  readonly workgroupsApart?: Quantity;
  /** A cache in front of DRAM that all memory passes through, and what it moves; none unless given. */
  readonly sideBytes?: Quantity;
  readonly sideBytesPerSecond?: Quantity;
  /** Of machine code; it costs nothing to fetch where this or `codeBytes` is not given. */
  readonly instructionBytes?: Quantity;
  /** Code that an SM keeps, and what it keeps behind that; resource `fetch` says what a line from there takes. */
  readonly codeBytes?: Quantity;
  readonly codeFarBytes?: Quantity;
  /** What a line of code takes longer that comes from L2. */
  readonly codeL2Cycles?: Quantity;
  /** What DRAM moves for a single sector; `sectorBytes` where it is not given. */
  readonly dramBurstBytes?: Quantity;
  /** Until a store that L2 took is acknowledged; `l2FarLatencyCycles` where it is not given. */
  readonly storeLatencyCycles?: Quantity;
  /** How long L1 keeps a line that a warp has stored to, so that the warp's next store goes along, if no other warp stores. */
  readonly storeWindowCycles?: Quantity;
  /** Unless stores have more than this to wait for. */
  readonly storeCrowdCycles?: Quantity;
  /** Whatever other warps store, it goes along behind so few instructions and a store to so few sectors. */
  readonly storeWindowInstructions?: Quantity;
  readonly storeWindowSectors?: Quantity;
  /** In the time of how many bytes DRAM reads a line of which fewer are wanted. */
  readonly dramLeastBytes?: Quantity;
  /**
   * How far DRAM latencies lie apart: they are taken as a fastest one plus an exponential part of this mean,
   * together the latency of resource `dram`; 0 where it is not given.
   */
  readonly dramLatencySpreadCycles?: Quantity;
  /**
   * Consecutive bytes that lie in one row of every channel, banks of a channel, and how much longer DRAM takes, as a
   * share, for what it reads (writes) of a row that writes (reads) to the same bank have closed; rows cost nothing where
   * one of the three is not given.
   */
  readonly dramRowBytes?: Quantity;
  readonly dramBanks?: Quantity;
  readonly dramRowConflict?: Quantity;
  readonly dramReadBytesPerSecond: Quantity;
  readonly dramWriteBytesPerSecond: Quantity;
  readonly dramCopyBytesPerSecond: Quantity;
  /**
   * 4-byte writes per second of the whole device, each to a sector of its own in L2: what they take longer than
   * whole sectors is the mask of bytes that goes with each line of which sectors are written in part.
   */
  readonly l2ScatteredWritesPerSecond?: Quantity;
  /** Pages of address translation; requests pay nothing for it where this is not given. */
  readonly pageBytes?: Quantity;
  /** Pages that an SM has at hand, for all of its warps; a fraction is rounded. */
  readonly pagesAtHand?: Quantity;
  /** Beside the way to L2, for each sector on a page that is not at hand. */
  readonly pageLookUpCycles?: Quantity;
  /** Sets of four tags that lines of L1 are hashed to, a power of two; where absent a tag may be anywhere. */
  readonly l1Sets?: Quantity;
  /** Passes of L1's data banks for a line that comes later than others of its access. */
  readonly l1LatePasses?: Quantity;
  /** Extra cycles for each further sector-sized pass of an uncoalesced request in the load/store unit. */
  readonly lsuSectorCycles: Quantity;
  /** Whole device: operations per second on one address; on many addresses. */
  readonly atomicSameAddressPerSecond: Quantity;
  readonly atomicSectorsPerSecond: Quantity;
  /** What a further sector of a line costs an atomic, as a share of one that comes alone; as much where this is not given. */
  readonly atomicFurtherSector?: Quantity;
  /** By how much many slices of L2 answer an atomic later, the last of them, than one does on average. */
  readonly atomicFarCycles?: Quantity;
  /** What an atomic load costs where the kernel changes memory by atomics, as a share of such a change. */
  readonly atomicLoadShare?: Quantity;
}

export interface LaunchCosts {
  /** What a compute pass with one trivial dispatch takes between its timestamps. */
  readonly overheadNs: Quantity;
  /** Device-wide gap between the starts of two workgroups. */
  readonly workgroupGapCycles: Quantity;
  /** What a dispatch that touches storage pays once, besides: address translation is cold; 0 unless given. */
  readonly firstAccessNs?: Quantity;
  /** From a workgroup's start to its first instruction. */
  readonly workgroupLatencyCycles: Quantity;
}

/** What lies between the operations of an app, where nothing runs. */
export interface Gaps {
  /** From the last workgroup of a dispatch to the first of the next one in its compute pass, which waits for it. */
  readonly dispatchNs: Quantity;
  /** The same where the next one is in another compute pass, and in another submit. */
  readonly passNs: Quantity;
  readonly submitNs: Quantity;
  /** Before and after a copy or clear on the GPU. */
  readonly transferNs: Quantity;
  /** What a write takes the host, while the GPU is at the submit before. */
  readonly writeNs: Quantity;
  /** What an indirect dispatch takes longer: its counts are checked first. */
  readonly indirectNs: Quantity;
  /** Of copies between buffers, in bytes of what is copied. */
  readonly copyBytesPerSecond: Quantity;
}

/** The latency of a resource in cycles; checked profiles have it wherever the model asks for it. */
export function latencyOf({ name, resources }: Profile, resource: string): number {
  return resources[resource]?.latencyCycles ?? unreachable(`${name} has no latency of ${resource}`);
}

/** The gap of a resource in cycles, likewise. */
export function gapOf({ name, resources }: Profile, resource: string): number {
  return resources[resource]?.gapCycles ?? unreachable(`${name} has no gap of ${resource}`);
}

/** Kinds of devices that people have, from the smallest. */
export const deviceKinds = ['integrated', 'consumer', 'data-centre'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/** What the model knows of a device; every number has its source. */
export interface Profile {
  readonly schema: 'kernelcast/profile@1';
  readonly name: string;
  readonly title: string;
  readonly vendor: string;
  /** Whose compiler makes the code, ... */
  readonly compiler: string;
  /** ... by which table, `isa/COMPILER/GENERATION.json`. */
  readonly generation: string;
  /** As the vendor numbers it. One that the table was not made for makes the code a guess. */
  readonly architecture: string;
  /** As WebGPU's adapters call the architecture, where neither the generation nor the title does. */
  readonly adapterNames?: readonly string[];
  /** The kind of device that this one is shown for where none is named; at most one profile of each. */
  readonly standsFor?: DeviceKind;
  readonly clockHz: Quantity;
  /** What the vendor calls things that the model has other names for, by these. */
  readonly words?: Readonly<Record<string, string>>;
  readonly limits: Limits;
  readonly resources: Readonly<Record<string, Resource>>;
  readonly classes: Readonly<Record<string, ClassCost>>;
  readonly memory: Memory;
  readonly launch: LaunchCosts;
  /** Where a profile has none, each gap is a whole launch overhead. */
  readonly gaps?: Gaps;
  /** Barrier cost: fixed plus per warp of the workgroup. */
  readonly barrier: { readonly baseCycles: Quantity; readonly perWarpCycles: Quantity };
}
