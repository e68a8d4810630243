// From the workgroups that were emulated on an SM to all that it runs, taken to be alike.

import { hypot } from '../numeric/portable.ts';
import { type CostTable, Resource } from './costs.ts';
import type { Emulation } from './sm.ts';

/** An emulation with the costs it knew. */
export interface EmulatedSm {
  readonly emulation: Emulation;
  readonly costs: CostTable;
  /** How many workgroups it was given. */
  readonly workgroups: number;
}

/** What an emulated SM stands for. */
export interface WholeSm {
  readonly workgroups: number;
  /** Those that it holds at once. */
  readonly residents: number;
  /** Warp instructions that the emulated workgroups stand for. */
  readonly work: number;
  readonly sectorsPerLine: number;
}

/** Cycles of an SM whose workgroups are all like those that were emulated. */
export function balancedCycles(run: EmulatedSm, whole: WholeSm): number {
  const busiestUnit = busiestUnitCycles(run);
  const steady = Math.max(extrapolate(run, whole, busiestUnit), busiestUnit * whole.workgroups);
  return Math.max(steady * workScale(run, whole.work), startsWithDram(run, whole));
}

/** What counts of an emulation are multiplied with to stand for that much work. */
export function workScale({ emulation }: EmulatedSm, work: number): number {
  return work / Math.max(1, issuedWork(emulation));
}

/** Warp instructions that were issued, with the weights of shortened loops. */
export function issuedWork(emulation: Emulation): number {
  return emulation.statistics.byClass.reduce((sum, count) => sum + count, 0);
}

/** Cycles of the unit that has most to do, per emulated workgroup: no steady rate can be faster. */
export function busiestUnitCycles({ emulation, costs, workgroups }: EmulatedSm): number {
  const { busy, l2PortBusy, l2WriteBusy, translationBusy } = emulation.statistics;
  let most = Math.max(l2PortBusy, l2WriteBusy, translationBusy);
  if (costs.sharesPort) most = Math.max(most, busy[Resource.shared] + busy[Resource.l1]);
  for (let resource = 0; resource < busy.length; resource++) {
    // Barriers of different workgroups do not hinder each other.
    if (resource === Resource.l2 || resource === Resource.barrier) continue;
    most = Math.max(most, busy[resource] / costs.instances[resource]);
  }
  return most / workgroups;
}

/** Workgroups beyond the emulated ones go at the rate of the time in which the SM was full. */
function extrapolate(
  { emulation, workgroups: emulated }: EmulatedSm,
  { workgroups, residents }: WholeSm,
  floorPerWorkgroup: number,
): number {
  const missing = workgroups - emulated;
  if (missing === 0) return emulation.cycles;
  const workPerWorkgroup = issuedWork(emulation) / emulated;
  const steady =
    emulated < 2 * residents || !emulation.isComplete
      ? emulation.cycles / emulated
      : emulation.steadyCyclesPerInstruction * workPerWorkgroup;
  // While queues fill up, work seems to go faster than the units behind them can do it.
  return emulation.cycles + missing * Math.max(steady, floorPerWorkgroup);
}

/**
 * Workgroup starts and DRAM together. Each feeds the other in bursts, so that with few bytes under way the two
 * overlap badly and take the root of the sum of squares; with four times the bytes under way the shorter hides
 * behind the longer. Packets to L2 that are not full disturb DRAM in the same way. An empirical rule that rests on
 * few launches (docs/accuracy.md).
 */
function startsWithDram({ emulation, workgroups: emulated }: EmulatedSm, whole: WholeSm): number {
  const { busy, requestSectors, requests, l2WasteBusy } = emulation.statistics;
  const starts = busy[Resource.launch];
  const dram = hypot(busy[Resource.dram], busy[Resource.dram] === 0 ? 0 : l2WasteBusy);
  const linesPerRequest = requestSectors / Math.max(1, requests) / whole.sectorsPerLine;
  const interference = Math.min(1, 1 / linesPerRequest ** 2);
  const larger = Math.max(starts, dram);
  return ((larger + interference * (hypot(starts, dram) - larger)) / emulated) * whole.workgroups;
}
