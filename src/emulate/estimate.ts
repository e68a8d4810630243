// The time of a launch with everything a prediction reports about it besides names: what `predict` needs
// from the timing model. Pure: the same trace and profile give the same numbers.

import type { Profile } from '../profile/profile.ts';
import { Resource, resourceNamesOf } from './costs.ts';
import type { DeviceRun, TimingInput } from './device.ts';
import { runOnDevice } from './device.ts';
import { type Unmeasured, unmeasuredUsed } from './guesses.ts';
import type { OccupancyLimit } from './occupancy.ts';
import type { Statistics } from './statistics.ts';

export interface ResourceEstimate {
  readonly name: string;
  /** Share of the kernel's time in which the resource is busy on the fullest SM, 0 to 1. */
  readonly utilization: number;
  /** Share of warp time spent waiting for its latency, 0 to 1. */
  readonly latencyBoundFraction: number;
}

export interface Estimate extends Unmeasured {
  readonly timeNs: number;
  readonly launchNs: number;
  /** Core cycles, launch overhead aside. */
  readonly cycles: number;
  readonly waves: number;
  readonly occupancy: {
    readonly workgroupsPerSm: number;
    readonly warpsPerSm: number;
    readonly fraction: number;
    readonly limit: OccupancyLimit;
  };
  readonly instructions: { readonly perWarp: number; readonly byClass: Readonly<Record<string, number>> };
  readonly memory: {
    readonly dramBytes: number;
    readonly l2Bytes: number;
    readonly l1HitRate: number;
    readonly l2HitRate: number;
    readonly sectorsPerRequest: number;
    /** Extra cycles per workgroup-memory access, mean. */
    readonly bankConflicts: number;
  };
  readonly resources: readonly ResourceEstimate[];
  /** Share of warp time by reason, adding up to 1. */
  readonly stalls: Readonly<Record<string, number>>;
  /** Share of warp time from the issue before to the issue of each instruction: [segment][instruction]. */
  readonly instructionShares: readonly Float64Array[];
  /** Share of `cycles` that comes from differences between workgroups. */
  readonly imbalanceFraction: number;
  /** Warp instructions that were emulated. */
  readonly warpInstructions: number;
}

/** What a timing says that is compared with others. */
export type ShortEstimate = Pick<Estimate, 'timeNs' | 'warpInstructions'>;

/** The same time as `predictTime`, of which nothing else is of interest. */
export function predictTimeOnly(input: TimingInput): ShortEstimate {
  const run = runOnDevice({ ...input, isOnlyTime: true });
  const timeNs = timeOf(cyclesOf(run, input), input.profile);
  return { timeNs, warpInstructions: run.emulation.statistics.simulatedIssues };
}

export function predictTime(input: TimingInput): Estimate {
  const run = runOnDevice(input);
  const { profile, trace } = input;
  const { statistics } = run.emulation;
  const emulatedWarps = (run.emulatedWorkgroups * run.occupancy.warpsPerWorkgroup) / run.workScale;
  const cycles = cyclesOf(run, input);
  const launchNs = profile.launch.overheadNs.value;
  const { workgroupsPerSm, warpsPerSm, fraction, limit } = run.occupancy;
  const held = Math.max(1, run.occupancy.workgroupsThatFit) * profile.limits.smCount.value;
  return {
    timeNs: timeOf(cycles, profile),
    launchNs,
    cycles,
    waves: trace.totalWorkgroups / held,
    occupancy: { workgroupsPerSm, warpsPerSm, fraction, limit },
    instructions: instructionCounts(run, emulatedWarps),
    memory: memoryUse(run, profile),
    resources: resourceUse(run, profile, cycles),
    stalls: stallShares(run, profile),
    instructionShares: instructionShares(run),
    imbalanceFraction: run.imbalanceCycles / cycles,
    ...unmeasuredUsed(profile, run.prepared.program, statistics),
    warpInstructions: statistics.simulatedIssues,
  };
}

/** Core cycles, launch overhead aside. */
function cyclesOf(run: DeviceRun, { profile, regional }: TimingInput): number {
  const dramFloor = dramFloorCycles(run, profile, regional !== undefined);
  return Math.max(run.cycles, issueFloorCycles(run, profile), dramFloor);
}

function timeOf(cycles: number, { launch, clockHz }: Profile): number {
  return launch.overheadNs.value + (cycles / clockHz.value) * 1e9;
}

/** No launch can be faster than its instructions can be issued by all schedulers. */
function issueFloorCycles(run: DeviceRun, profile: Profile): number {
  const { limits } = profile;
  const busy = (run.emulation.statistics.busy[Resource.issue] * run.workScale) / run.emulatedWorkgroups;
  const schedulers = limits.smCount.value * limits.schedulersPerSm.value;
  return (busy * run.prepared.trace.totalWorkgroups) / schedulers;
}

/** Nor faster than its data can be moved. */
function dramFloorCycles(run: DeviceRun, profile: Profile, isRegional: boolean): number {
  const { dramReadBytesPerSecond, dramWriteBytesPerSecond } = profile.memory;
  const fastest = Math.max(dramReadBytesPerSecond.value, dramWriteBytesPerSecond.value);
  const floor = (memoryUse(run, profile).dramBytes / fastest) * profile.clockHz.value;
  return isRegional ? floor * dramCostScale(run) : floor;
}

/** How much more than usual DRAM took for what it moved, where some instructions had costs of their own. */
function dramCostScale({ emulation, memory }: DeviceRun): number {
  const { busy, dramReadSectors, dramWriteSectors } = emulation.statistics;
  const usual = (dramReadSectors + dramWriteSectors) * memory.dramSectorCycles;
  return usual === 0 ? 1 : busy[Resource.dram] / usual;
}

function instructionCounts(run: DeviceRun, emulatedWarps: number): Estimate['instructions'] {
  const { byClass } = run.emulation.statistics;
  const counts = run.prepared.program.classNames.map(
    (name, index) => [name, byClass[index] / emulatedWarps] as const,
  );
  return {
    perWarp: counts.reduce((sum, [, count]) => sum + count, 0),
    byClass: Object.fromEntries(counts.filter(([, count]) => count > 0)),
  };
}

function memoryUse(run: DeviceRun, profile: Profile): Estimate['memory'] {
  const { statistics: counts } = run.emulation;
  const launches = (run.workScale * run.prepared.trace.totalWorkgroups) / run.emulatedWorkgroups;
  const bytes = profile.memory.sectorBytes.value * launches;
  return {
    dramBytes: (counts.dramReadSectors + counts.dramWriteSectors) * bytes,
    l2Bytes: (counts.l2ReadSectors + counts.l2WriteSectors) * bytes,
    l1HitRate: ratio(counts.l1Hits, counts.l1Sectors),
    l2HitRate: ratio(counts.l2Hits, counts.l2ReadSectors),
    sectorsPerRequest: ratio(counts.requestSectors, counts.requests),
    bankConflicts: ratio(counts.sharedConflicts, counts.sharedRequests),
  };
}

function resourceUse(run: DeviceRun, profile: Profile, cycles: number): ResourceEstimate[] {
  const { statistics } = run.emulation;
  const scale = (run.workScale * run.workgroupsOnFullestSm) / run.emulatedWorkgroups / cycles;
  const warpCycles = totalWarpCycles(statistics);
  return resourceNamesOf(profile).map((name, id) => {
    const isPerScheduler = profile.resources[name]?.scope === 'scheduler';
    const instances = isPerScheduler ? profile.limits.schedulersPerSm.value : 1;
    // Translation belongs to the way to L2 and goes on beside it.
    const busy =
      id === Resource.l2
        ? Math.max(statistics.l2PortBusy, statistics.l2WriteBusy, statistics.translationBusy)
        : statistics.busy[id];
    return {
      name,
      utilization: Math.min(1, (busy * scale) / instances),
      latencyBoundFraction: ratio(statistics.latencyStall[id], warpCycles),
    };
  });
}

function stallShares(run: DeviceRun, profile: Profile): Record<string, number> {
  const { statistics } = run.emulation;
  const warpCycles = totalWarpCycles(statistics);
  const shares: Record<string, number> = {};
  const add = (reason: string, cycles: number) => {
    if (cycles > 0) shares[reason] = cycles / warpCycles;
  };
  add('issuing', statistics.issued);
  add('not selected', statistics.notSelected);
  resourceNamesOf(profile).forEach((name, id) => {
    add(`${name} latency`, statistics.latencyStall[id]);
    add(`${name} busy`, statistics.busyStall[id]);
  });
  return shares;
}

function instructionShares(run: DeviceRun): Float64Array[] {
  const { segmentFirst } = run.prepared.program;
  const { waitByInstruction } = run.emulation.statistics;
  const warpCycles = waitByInstruction.reduce((sum, cycles) => sum + cycles, 0);
  const shares: Float64Array[] = [];
  for (let segment = 0; segment + 1 < segmentFirst.length; segment++) {
    const waits = waitByInstruction.subarray(segmentFirst[segment], segmentFirst[segment + 1]);
    shares.push(waits.map((cycles) => ratio(cycles, warpCycles)));
  }
  return shares;
}

function totalWarpCycles(statistics: Statistics): number {
  const sum = (values: Float64Array) => values.reduce((all, value) => all + value, 0);
  return (
    statistics.issued + statistics.notSelected + sum(statistics.latencyStall) + sum(statistics.busyStall)
  );
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
