// From one SM to the whole device. The fullest SM is emulated with the share of memory bandwidth it has when
// all work alike; launches with more workgroups than are worth emulating are continued at the rate of a
// steady wave. Differences between workgroups make some SM finish last.

import type { Trace } from '../execute/trace.ts';
import { allocatedWorkgroupBytes } from '../machine/program.ts';
import type { Profile } from '../profile/profile.ts';
import { ALIKE, chooseSources } from './choose-sources.ts';
import { costTable } from './costs.ts';
import type { DeviceMemory } from './device-memory.ts';
import { DRAM_QUANTILES } from './dram-quantiles.ts';
import { balancedCycles, busiestUnitCycles, type EmulatedSm, issuedWork, workScale } from './extrapolate.ts';
import { imbalance, type WorkSpread } from './imbalance.ts';
import { type CacheState, deviceMemory, type LaunchShape } from './l2.ts';
import { l1Bytes, type Occupancy, occupancy } from './occupancy.ts';
import { type Preparation, prepare } from './prepare.ts';
import type { PreparedTrace } from './prepared-trace.ts';
import type { SchedulerPolicy } from './schedulers/policy.ts';
import { slowestSm } from './slowest-sm.ts';
import { type Emulation, emulate, type IssueObserver } from './sm.ts';
import type { SmSetup } from './state.ts';

export interface TimingInput {
  readonly trace: Trace;
  readonly profile: Profile;
  /** Invocations per workgroup. */
  readonly workgroupSize: number;
  readonly cache: CacheState;
  /** To be shared by several timings of one trace. */
  readonly preparation?: Preparation;
  /** Greedy-then-oldest when left out. */
  readonly policy?: SchedulerPolicy;
  /** About how many warp instructions may be emulated; the rest is taken to go on at the same rate. */
  readonly instructionBudget?: number;
  readonly observe?: IssueObserver;
  /** Only times, bytes and counts are of interest: what warps wait for is left out. */
  readonly isOnlyTime?: boolean;
  /** Another profile for some instructions: those of the flat program where `inside` is 1. */
  readonly regional?: { readonly inside: Uint8Array; readonly profile: Profile };
}

export interface DeviceRun {
  readonly prepared: PreparedTrace;
  /** The memory levels as the emulated SM saw them. */
  readonly memory: DeviceMemory;
  readonly occupancy: Occupancy;
  readonly emulation: Emulation;
  /** Workgroups emulated on one SM, and those the fullest SM runs. */
  readonly emulatedWorkgroups: number;
  readonly workgroupsOnFullestSm: number;
  /**
   * What the emulation's counts are multiplied with to stand for `emulatedWorkgroups` average workgroups: 1
   * unless it ended early or its workgroups did more or less than the sample's mean.
   */
  readonly workScale: number;
  /** Cycles of the launch, its fixed overhead aside. */
  readonly cycles: number;
  /** The part of `cycles` that comes from differences between workgroups. */
  readonly imbalanceCycles: number;
}

export function runOnDevice(input: TimingInput): DeviceRun {
  const task = taskOf(input);
  const { spread, prepared, fit, onFullest } = task;
  const { cycles, balanced, ...run } = isHandedOut(task) ? lastSm(task) : averageSm(task);
  return {
    prepared,
    memory: run.memory,
    occupancy: fit,
    emulation: run.emulation,
    emulatedWorkgroups: run.workgroups,
    workgroupsOnFullestSm: onFullest,
    workScale: workScale(run, spread.workPerWorkgroup * run.workgroups),
    cycles: cycles + firstAccessCycles(run.emulation, input.profile),
    imbalanceCycles: cycles - balanced,
  };
}

/** A launch on a device: what all emulations of it have in common. */
interface Task extends Preparation {
  readonly input: TimingInput;
  readonly fit: Occupancy;
  /** SMs that have work, workgroups of the fullest one, and those that each holds at once. */
  readonly activeSms: number;
  readonly onFullest: number;
  readonly residents: number;
}

function taskOf(input: TimingInput): Task {
  const { trace, profile, workgroupSize } = input;
  const { totalWorkgroups } = trace;
  const { limits } = profile;
  const { registersPerThread } = trace.program;
  const workgroupBytes = allocatedWorkgroupBytes(trace.program);
  const fit = occupancy({ limits, registersPerThread, workgroupBytes, workgroupSize, totalWorkgroups });
  const activeSms = Math.min(limits.smCount.value, totalWorkgroups);
  return {
    input,
    fit,
    activeSms,
    onFullest: Math.ceil(totalWorkgroups / activeSms),
    residents: Math.max(1, fit.workgroupsPerSm),
    ...(input.preparation ?? prepare(trace, profile)),
  };
}

/** Few workgroups that differ: then it counts which SM gets which. */
function isHandedOut({ spread, onFullest, residents, activeSms }: Task): boolean {
  return spread.variation > ALIKE && onFullest <= LISTED_WAVES * residents && activeSms > 1;
}

/** The cycles of the launch, and what they would be if all workgroups were alike. */
interface Timed extends EmulatedSm {
  readonly memory: DeviceMemory;
  readonly cycles: number;
  readonly balanced: number;
}

/** A steady SM with the share of the launch that the fullest one has. */
function averageSm(task: Task): Timed {
  const { input, prepared, spread, onFullest, residents, activeSms } = task;
  const mostIssues = input.instructionBudget ?? DEFAULT_BUDGET;
  const count = emulatedCount(onFullest, residents, spread, mostIssues);
  const sources = chooseSources(input.trace, count, spread);
  // Workgroups that were left out would take the places that become empty at the end.
  const goesOn = count < onFullest && (count < 2 * residents || spread.variation > ALIKE);
  const enough = goesOn ? enoughWork(sources, residents, spread) : Infinity;
  const run = emulateSm(task, sources, mostIssues, enough);
  const balanced = balancedCycles(run, {
    workgroups: onFullest,
    residents,
    work: spread.workPerWorkgroup * count,
    sectorsPerLine: prepared.sectorsPerLine,
  });
  const cycles = balanced + imbalance(spread, balanced, onFullest, residents, activeSms);
  return { balanced, cycles, ...run };
}

/** The SM that ends last, with its own workgroups. */
function lastSm(task: Task): Timed {
  const { input, prepared, spread, residents, activeSms: sms } = task;
  const lone = loneWorkgroup(task);
  const shape = { sms, residents, saturatingWarps: lone.saturatingWarps };
  const { sources, instructions, lastOverMean } = slowestSm(task.nearest(), spread, shape);
  const workOf = (sum: number, source: number) => sum + spread.work[source];
  const work = sources.reduce(workOf, 0);
  // What all SMs share goes to those that ask for it: to this one more than to the others.
  const deviceShare = task.nearest().reduce(workOf, 0) / work;
  const run = emulateSm(task, sources, input.instructionBudget ?? DEFAULT_BUDGET, Infinity, deviceShare);
  const asFarAsEmulated = balancedCycles(run, {
    workgroups: sources.length,
    residents,
    work,
    sectorsPerLine: prepared.sectorsPerLine,
  });
  // What was not emulated holds the longest warps: they end last and alone. And where a warp of which much is left out
  // runs beside others of which little is, what both wait for is not weighed as the longer one waits for it.
  const { isComplete, longestSlotCycles } = run.emulation;
  const ofLongest = isComplete ? longestSlotCycles : instructions * lone.cyclesPerInstruction;
  const cycles = Math.max(asFarAsEmulated, ofLongest);
  return { balanced: cycles / lastOverMean, cycles, ...run };
}

/** How fast a warp can be: that of the workgroup with the longest one, emulated by itself. */
function loneWorkgroup(task: Task): {
  readonly cyclesPerInstruction: number;
  /** Warps that keep an SM busy when all run. */
  readonly saturatingWarps: number;
} {
  const { input, spread } = task;
  const longest = spread.longestWarp.indexOf(Math.max(...spread.longestWarp));
  const mostIssues = Math.min(input.instructionBudget ?? Infinity, LONE_BUDGET);
  const run = emulateSm(task, Int32Array.of(longest), mostIssues);
  const warps = Math.max(1, spread.work[longest] / spread.longestWarp[longest]);
  const issued = issuedWork(run.emulation);
  const cyclesPerInstruction = (run.emulation.cycles * warps) / issued;
  const unitCycles = busiestUnitCycles(run) / issued;
  return { cyclesPerInstruction, saturatingWarps: Math.max(1, cyclesPerInstruction / unitCycles) };
}

/**
 * One SM with these executed workgroups.
 * @param mostIssues warp instructions after which it ends
 * @param enough finished work after which it ends
 * @param deviceShare of how many such SMs the launch has the work
 */
function emulateSm(
  task: Task,
  sources: Int32Array,
  mostIssues: number,
  enough = Infinity,
  deviceShare = task.input.trace.totalWorkgroups / task.onFullest,
): EmulatedSm & { readonly memory: DeviceMemory } {
  const { input, prepared, spread, fit, activeSms, residents } = task;
  const { limits, launch, memory } = input.profile;
  const shape = launchShape(task, sources.length, deviceShare);
  const machine = (profile: Profile) => ({
    costs: costTable(profile, prepared.program),
    memory: deviceMemory(task, profile, shape),
  });
  const usual = machine(input.profile);
  const setup: SmSetup = {
    prepared,
    ...usual,
    residents: Math.min(residents, sources.length),
    begun: Math.min(begunAtOnce(task), sources.length),
    warpsFreedTogether: limits.warpsFreedTogether?.value ?? 0,
    schedulerShift: limits.schedulerShift?.value ?? 0,
    warpsPerWorkgroup: fit.warpsPerWorkgroup,
    sources,
    mostIssues,
    work: spread.work,
    enoughWork: enough,
    l1Lines: Math.floor(l1Bytes(limits, fit.workgroupBytesPerSm) / memory.lineBytes.value),
    l1Sets: memory.l1Sets?.value ?? 0,
    isBeginning: sources.length >= task.onFullest,
    isOnlyTime: input.isOnlyTime === true && input.observe === undefined,
    dispatchGapCycles: launch.workgroupGapCycles.value * activeSms,
    dispatchLatencyCycles: launch.workgroupLatencyCycles.value,
    dramQuantiles: DRAM_QUANTILES,
  };
  const { regional } = input;
  const withRegion = regional && {
    regional: { inside: regional.inside, setup: { ...setup, ...machine(regional.profile) } },
    ...setup,
  };
  const emulation = emulate(withRegion ?? setup, input.policy, input.observe);
  return { emulation, workgroups: sources.length, ...usual };
}

/** Workgroups under way where those of which most warps have ended make room for others. */
function begunAtOnce({ input, fit, residents }: Task): number {
  const { warpsFreedTogether } = input.profile.limits;
  return warpsFreedTogether
    ? Math.max(residents, Math.min(fit.workgroupsBesidesWarps, MOST_BEGUN * residents))
    : residents;
}

/** What has finished when places stay empty that further workgroups would take. */
function enoughWork(sources: Int32Array, residents: number, { work }: WorkSpread): number {
  const all = sources.reduce((sum, source) => sum + work[source], 0);
  return all * (1 - (residents - 0.5) / sources.length);
}

function launchShape(
  { input, residents, activeSms }: Task,
  emulated: number,
  deviceShare: number,
): LaunchShape {
  const { totalWorkgroups } = input.trace;
  const concurrent = Math.min(totalWorkgroups, residents * activeSms);
  return {
    totalWorkgroups,
    concurrent,
    deviceShare,
    emulated,
    cache: input.cache,
  };
}

/**
 * All workgroups of the fullest SM where these take little; else the last partial wave with as many full ones as do, but
 * some at least, so that the difference between waves shows the steady rate; where the budget does not allow that,
 * two waves, or one, which shows how kernels begin. Workgroups that differ are taken as they come for three waves at
 * least: fewer would show the first to end, not the rate.
 */
function emulatedCount(onFullest: number, residents: number, spread: WorkSpread, budget: number): number {
  const each = Math.max(1, spread.executedPerWorkgroup);
  const enough = Math.floor(Math.min(budget, ENOUGH_INSTRUCTIONS) / each);
  if (onFullest <= Math.max(residents, enough)) return onFullest;
  if (spread.variation > ALIKE) return Math.min(onFullest, Math.max(FULL_WAVES * residents, enough));
  const rest = onFullest % residents;
  const waves = [Math.max(FULL_WAVES, Math.floor((enough - rest) / residents)), 2];
  const counts = waves.map((full) => Math.min(onFullest, full * residents + rest));
  return [...counts, 2 * residents].find((count) => count * each <= budget) ?? residents;
}

/** Translation of addresses is cold when a dispatch begins; who touches no storage does not notice. */
function firstAccessCycles(emulation: Emulation, profile: Profile): number {
  if (emulation.statistics.requests === 0) return 0;
  return ((profile.launch.firstAccessNs?.value ?? 0) * profile.clockHz.value) / 1e9;
}

/** No more workgroups are under way for each that fits whole. */
const MOST_BEGUN = 8;
/** Of workgroups that an SM holds at once: so many at least, to show the steady rate. */
const FULL_WAVES = 3;
/**
 * Warp instructions beyond which no more workgroups are emulated than show the steady rate. Without it, as far as the
 * budget goes, 467 kernels of strangers take 1.3 times as many and are off by as much: 11.31 for 11.30 %.
 */
const ENOUGH_INSTRUCTIONS = 500_000;
/** Up to so many workgroups for each place, unlike workgroups are handed out one by one. */
const LISTED_WAVES = 4;
/** Warp instructions of a lone workgroup that shows how fast a warp can be. */
const LONE_BUDGET = 20_000;
/**
 * Enough for two waves of most kernels, and for all of the SM that ends last: where that was left out, 370 kernels were
 * off by half a percent more, those with long warps among short ones by a quarter of their time too fast.
 */
const DEFAULT_BUDGET = 4_000_000;
