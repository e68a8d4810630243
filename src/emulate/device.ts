// From one SM to the whole device. The fullest SM is emulated with the share of memory bandwidth it has when
// all work alike; launches with more workgroups than are worth emulating are continued at the rate of a
// steady wave. Differences between workgroups make some SM finish last.

import type { Trace } from '../execute/trace.ts';
import type { Profile } from '../profile/profile.ts';
import { type CostTable, costTable, Resource } from './costs.ts';
import type { DeviceMemory } from './device-memory.ts';
import { firstOfLaunch, type WorkSpread } from './imbalance.ts';
import { deviceMemory, type LaunchShape } from './l2.ts';
import { l1Bytes, type Occupancy, occupancy } from './occupancy.ts';
import { type Preparation, prepare } from './prepare.ts';
import type { PreparedTrace } from './prepared-trace.ts';
import type { SchedulerPolicy } from './schedulers/policy.ts';
import { slowestSm } from './slowest-sm.ts';
import { type Emulation, emulate, type IssueObserver } from './sm.ts';

export interface TimingInput {
  readonly trace: Trace;
  readonly profile: Profile;
  /** Invocations per workgroup. */
  readonly workgroupSize: number;
  /** What L2 holds when the launch begins: what an identical launch left there, or nothing. */
  readonly cache: 'warm' | 'cold';
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
  const { trace, profile } = input;
  const preparation = input.preparation ?? prepare(trace, profile);
  const { prepared, spread } = preparation;
  const { limits, launch } = profile;
  const fit = occupancy({
    limits,
    registersPerThread: trace.program.registersPerThread,
    workgroupBytes: trace.program.workgroupBytes,
    workgroupSize: input.workgroupSize,
    totalWorkgroups: trace.totalWorkgroups,
  });
  const activeSms = Math.min(limits.smCount.value, trace.totalWorkgroups);
  const onFullest = Math.ceil(trace.totalWorkgroups / activeSms);
  const residents = Math.max(1, fit.workgroupsPerSm);
  const budget = input.instructionBudget ?? DEFAULT_BUDGET;
  const run = (sources: Int32Array, most: number, more: number): Emulated => {
    const emulated = sources.length;
    const shape = launchShape(input, onFullest, residents * activeSms, emulated);
    const machine = (each: Profile) => ({
      costs: costTable(each, prepared.program),
      memory: deviceMemory(preparation, each, shape),
    });
    const { costs, memory } = machine(profile);
    const emulation = emulate(
      {
        prepared,
        costs,
        memory,
        residents: Math.min(residents, emulated),
        warpsPerWorkgroup: fit.warpsPerWorkgroup,
        sources,
        mostIssues: most,
        work: spread.work,
        enoughWork: more > 0 ? enoughWork(sources, residents, spread) : Infinity,
        l1Lines: Math.floor(l1Bytes(limits, fit.workgroupBytesPerSm) / profile.memory.lineBytes.value),
        isOnlyTime: input.isOnlyTime,
        dispatchGapCycles: launch.workgroupGapCycles.value * activeSms,
        dispatchLatencyCycles: launch.workgroupLatencyCycles.value,
        regional: input.regional && { inside: input.regional.inside, ...machine(input.regional.profile) },
      },
      input.policy,
      input.observe,
    );
    return { emulation, costs, memory, emulated };
  };
  const isListed = spread.variation > ALIKE && onFullest <= LISTED_WAVES * residents && activeSms > 1;
  const { emulation, memory, emulated, balanced, cycles } = isListed ? listed() : steady();

  /** A steady SM with the share of the launch that the fullest one has. */
  function steady(): Emulated & { readonly balanced: number; readonly cycles: number } {
    const count = emulatedCount(onFullest, residents, spread, budget);
    const more = count < onFullest && (count < 2 * residents || spread.variation > ALIKE) ? 1 : 0;
    const done = run(chooseSources(trace, count, spread), budget, more);
    const balanced = balancedCycles(done.emulation, {
      emulated: count,
      onFullest,
      residents,
      workScale: (spread.workPerWorkgroup * count) / Math.max(1, issuedWork(done.emulation)),
      busiestUnit: busiestUnitCycles(done.emulation, done.costs, count),
      sectorsPerLine: prepared.sectorsPerLine,
    });
    return {
      ...done,
      balanced,
      cycles: balanced + imbalance(spread, balanced, onFullest, residents, activeSms),
    };
  }

  /** The SM that ends last, with its own workgroups. */
  function listed(): Emulated & { readonly balanced: number; readonly cycles: number } {
    const longest = spread.longestWarp.indexOf(Math.max(...spread.longestWarp));
    const lone = run(Int32Array.of(longest), Math.min(budget, LONE_BUDGET), 0);
    const warps = Math.max(1, spread.work[longest] / spread.longestWarp[longest]);
    const loneCycles = (lone.emulation.cycles * warps) / issuedWork(lone.emulation);
    const unitCycles = busiestUnitCycles(lone.emulation, lone.costs, 1) / issuedWork(lone.emulation);
    const { sources, instructions, lastOverMean } = slowestSm(trace, spread, {
      sms: activeSms,
      residents,
      saturatingWarps: Math.max(1, loneCycles / unitCycles),
    });
    const done = run(sources, Math.max(budget, input.instructionBudget ?? LISTED_BUDGET), 0);
    const work = sources.reduce((sum, source) => sum + spread.work[source], 0);
    const asFarAsEmulated = balancedCycles(done.emulation, {
      emulated: sources.length,
      onFullest: sources.length,
      residents,
      workScale: work / Math.max(1, issuedWork(done.emulation)),
      busiestUnit: busiestUnitCycles(done.emulation, done.costs, sources.length),
      sectorsPerLine: prepared.sectorsPerLine,
    });
    // What was not emulated holds the longest warps: they end last and alone.
    const cycles = done.emulation.isComplete
      ? asFarAsEmulated
      : Math.max(asFarAsEmulated, instructions * loneCycles);
    return { ...done, balanced: cycles / lastOverMean, cycles };
  }

  return {
    prepared,
    memory,
    occupancy: fit,
    emulation,
    emulatedWorkgroups: emulated,
    workgroupsOnFullestSm: onFullest,
    workScale: (spread.workPerWorkgroup * emulated) / Math.max(1, issuedWork(emulation)),
    cycles: cycles + firstAccessCycles(emulation, profile),
    imbalanceCycles: cycles - balanced,
  };
}

interface Emulated {
  readonly emulation: Emulation;
  readonly costs: CostTable;
  readonly memory: DeviceMemory;
  readonly emulated: number;
}

/** What has finished when places stay empty that further workgroups would take. */
function enoughWork(sources: Int32Array, residents: number, { work }: WorkSpread): number {
  const all = sources.reduce((sum, source) => sum + work[source], 0);
  return all * (1 - (residents - 0.5) / sources.length);
}

function launchShape(
  { trace, cache }: TimingInput,
  onFullest: number,
  atOnce: number,
  emulated: number,
): LaunchShape {
  const { totalWorkgroups } = trace;
  const concurrent = Math.min(totalWorkgroups, atOnce);
  return { totalWorkgroups, concurrent, deviceShare: totalWorkgroups / onFullest, emulated, cache };
}

interface FullestSm {
  /** Workgroups emulated, those of the fullest SM, and those that it holds at once. */
  readonly emulated: number;
  readonly onFullest: number;
  readonly residents: number;
  readonly workScale: number;
  /** Cycles per workgroup that its busiest unit works. */
  readonly busiestUnit: number;
  readonly sectorsPerLine: number;
}

/** Cycles of the fullest SM if all workgroups were alike. */
function balancedCycles(
  emulation: Emulation,
  { emulated, onFullest, residents, workScale, busiestUnit, sectorsPerLine }: FullestSm,
): number {
  const extrapolated = extrapolate(emulation, emulated, onFullest, residents, busiestUnit);
  const steady = Math.max(extrapolated, busiestUnit * onFullest);
  return Math.max(steady * workScale, startsWithDram(emulation, emulated, onFullest, sectorsPerLine));
}

/**
 * All workgroups of the fullest SM when affordable; else the last partial wave with two full waves, so that
 * the difference between the two shows the steady rate; else two waves, or one, which shows how kernels begin.
 * Workgroups that differ are taken as they come for three waves at least: fewer would show the first to end, not
 * the rate.
 */
function emulatedCount(onFullest: number, residents: number, spread: WorkSpread, budget: number): number {
  const affordable = Math.floor(budget / Math.max(1, spread.executedPerWorkgroup));
  if (onFullest <= Math.max(residents, affordable)) return onFullest;
  if (spread.variation > ALIKE) return Math.min(onFullest, Math.max(UNEVEN_WAVES * residents, affordable));
  const steady = 2 * residents + (onFullest % residents);
  if (steady <= affordable) return steady;
  return 2 * residents <= affordable ? 2 * residents : residents;
}

/**
 * When workgroups are alike, those that one SM runs, then the others; else spread over those that stand for the
 * launch. These stay in the sample's order, which is no order of place: were they in the launch's, a run that
 * ends early would show what lies at its start (a triangle of work took twice its time).
 */
function chooseSources(trace: Trace, emulated: number, spread: WorkSpread): Int32Array {
  const from = firstOfLaunch(trace);
  const sampled = trace.workgroupIndex.length;
  const isSpread = emulated < sampled - from && spread.variation > ALIKE;
  return Int32Array.from({ length: emulated }, (_, index) =>
    isSpread ? from + Math.floor(((index + 0.5) * (sampled - from)) / emulated) : index % sampled,
  );
}

/**
 * Workgroup starts and DRAM together. Each feeds the other in bursts, so that with few bytes under way the two
 * overlap badly and take the root of the sum of squares; with four times the bytes under way the shorter hides
 * behind the longer. Packets to L2 that are not full disturb DRAM in the same way. An empirical rule that rests on
 * few launches (docs/accuracy.md).
 */
function startsWithDram(run: Emulation, emulated: number, onFullest: number, sectorsPerLine: number): number {
  const { busy, requestSectors, requests, l2WasteBusy } = run.statistics;
  const starts = busy[Resource.launch];
  const dram = Math.hypot(busy[Resource.dram], busy[Resource.dram] === 0 ? 0 : l2WasteBusy);
  const linesPerRequest = requestSectors / Math.max(1, requests) / sectorsPerLine;
  const interference = Math.min(1, 1 / linesPerRequest ** 2);
  const larger = Math.max(starts, dram);
  return ((larger + interference * (Math.hypot(starts, dram) - larger)) / emulated) * onFullest;
}

/** Translation of addresses is cold when a dispatch begins; who touches no storage does not notice. */
function firstAccessCycles(emulation: Emulation, profile: Profile): number {
  if (emulation.statistics.requests === 0) return 0;
  return ((profile.launch.firstAccessNs?.value ?? 0) * profile.clockHz.value) / 1e9;
}

function issuedWork(emulation: Emulation): number {
  return emulation.statistics.byClass.reduce((sum, count) => sum + count, 0);
}

/** Workgroups beyond the emulated ones go at the rate of the time in which the SM was full. */
function extrapolate(
  emulation: Emulation,
  emulated: number,
  onFullest: number,
  residents: number,
  floorPerWorkgroup: number,
): number {
  const missing = onFullest - emulated;
  if (missing === 0) return emulation.cycles;
  const workPerWorkgroup = issuedWork(emulation) / emulated;
  const steady =
    emulated < 2 * residents || !emulation.isComplete
      ? emulation.cycles / emulated
      : emulation.steadyCyclesPerInstruction * workPerWorkgroup;
  // While queues fill up, work seems to go faster than the units behind them can do it.
  return emulation.cycles + missing * Math.max(steady, floorPerWorkgroup);
}

/** Cycles of the unit that has most to do, per emulated workgroup: no steady rate can be faster. */
function busiestUnitCycles(emulation: Emulation, costs: CostTable, emulated: number): number {
  const { busy, l2ReadBusy, translationBusy } = emulation.statistics;
  let most = Math.max(l2ReadBusy, busy[Resource.l2] - l2ReadBusy, translationBusy);
  if (costs.sharesPort) most = Math.max(most, busy[Resource.shared] + busy[Resource.l1]);
  for (let resource = 0; resource < busy.length; resource++) {
    // Barriers of different workgroups do not hinder each other.
    if (resource === Resource.l2 || resource === Resource.barrier) continue;
    most = Math.max(most, busy[resource] / costs.instances[resource]);
  }
  return most / emulated;
}

/**
 * Expected delay of the last SM. All resident at once: the sum over its workgroups varies from SM to SM, and
 * the largest of `sms` normal deviates counts. More than fit at once: free SMs take the next workgroup, so
 * only the last ones' own differences remain, half of which their neighbours cover.
 */
function imbalance(
  spread: WorkSpread,
  cycles: number,
  onFullest: number,
  residents: number,
  sms: number,
): number {
  const largest = largestDeviate(sms);
  const mostByRange = spread.mostOverMean - 1;
  if (onFullest <= residents) {
    const relative = (largest * spread.variation) / Math.sqrt(onFullest);
    return cycles * Math.min(relative, mostByRange);
  }
  const oneWorkgroup = (cycles * residents) / onFullest;
  return 0.5 * oneWorkgroup * Math.min(largest * spread.variation, mostByRange);
}

/** Expected largest of `count` standard normal values, by the first-order extreme-value formula. */
function largestDeviate(count: number): number {
  if (count < 2) return 0;
  const scale = Math.sqrt(2 * Math.log(count));
  return Math.max(0, scale - (Math.log(Math.log(count)) + Math.log(4 * Math.PI)) / (2 * scale));
}

/** Workgroups whose work varies less than this are taken as alike. */
const ALIKE = 0.05;
const UNEVEN_WAVES = 3;
/** Up to so many workgroups for each place, unlike workgroups are handed out one by one. */
const LISTED_WAVES = 4;
/** Warp instructions of the SM that ends last, and of a lone workgroup that shows how fast a warp can be. */
const LISTED_BUDGET = 1_000_000;
const LONE_BUDGET = 20_000;
/** Enough for two waves of most kernels, and some tenths of a second at the emulator's speed. */
const DEFAULT_BUDGET = 250_000;
