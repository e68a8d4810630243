// Times that are smooth enough to be compared, and what getting them costs. A few resident workgroups fall into
// step or out of it, and the least change of any cost can tip them over: such a kernel's time has noise of some
// percent. It is measured by changing all latencies by a thousandth, which should change no more than that.

import type { TimingInput } from '../emulate/device.ts';
import { predictTime } from '../emulate/estimate.ts';
import type { Profile } from '../profile/profile.ts';
import { occupancyOf } from './experiments/occupancy.ts';

/** The outcome of one emulation. */
export interface Emulated {
  readonly timeNs: number;
  readonly warpInstructions: number;
}

export interface Clock {
  /** The time from one short emulation. */
  readonly once: (timing: TimingInput) => number;
  /** The same, averaged where times are unsteady. */
  readonly timeOf: (timing: TimingInput) => number;
  /** `timeOf` of the kernel as it is. */
  readonly timeNs: number;
  /** Standard deviation of `once` over its mean. */
  readonly onceNoise: number;
  /** The same of `timeOf`. */
  readonly noise: number;
  readonly effort: Effort;
}

/** What a diagnosis cost so far, the prediction that it starts from aside. */
export interface Effort {
  timings: number;
  warpInstructions: number;
  /** Warp instructions after which nothing more is tried. */
  readonly limit: number;
}

/** Emulation may cost this many times as much as all of the prediction: with all else, less than six predictions. */
const MOST_PREDICTIONS = 3;
/** What reading and compiling a kernel costs at least, in emulated warp instructions. */
const COMPILING = 20_000;

/**
 * Warp instructions that a diagnosis may emulate on top of the prediction's: executing one for the trace and
 * preparing it takes about as long as emulating one.
 */
export function effortLimit({ trace, preparation }: TimingInput, emulated: number): number {
  const executed = trace.workgroupIndex.length * (preparation?.spread.executedPerWorkgroup ?? 0);
  return MOST_PREDICTIONS * (COMPILING + executed + emulated);
}

/** Relative changes of all latencies. */
const NUDGES = [0, 0.001, -0.001];
/** Of those, how many are averaged for an unsteady kernel. */
const AVERAGED = 2;
/** Noise below which a difference of 10 % shows in single times, and below which one time will do on its own. */
const QUIET = 0.004;
const BEARABLE = 0.01;
/** Warp instructions emulated for each time: at least, at most, and where two waves would take more than that. */
const LEAST_BUDGET = 15_000;
const MOST_BUDGET = 80_000;
const ONE_WAVE_BUDGET = 40_000;

/**
 * @param emulated warp instructions that the prediction emulated
 * @param asIs the kernel as it is, where it was emulated with the clock's budget before
 */
export function clockFor(timing: TimingInput, emulated: number, asIs?: Emulated): Clock {
  const instructionBudget = budgetOf(timing);
  const effort: Effort = { timings: 0, warpInstructions: 0, limit: effortLimit(timing, emulated) };
  const note = ({ timeNs, warpInstructions }: Emulated) => {
    effort.timings++;
    effort.warpInstructions += warpInstructions;
    return timeNs;
  };
  const timeWith = (each: TimingInput, nudge: number) => {
    const profile = nudge === 0 ? each.profile : nudged(each.profile, nudge);
    return note(predictTime({ ...each, profile, instructionBudget, isOnlyTime: true }));
  };
  const once = (each: TimingInput) => timeWith(each, 0);
  const times = NUDGES.map((nudge) => (nudge === 0 && asIs ? note(asIs) : timeWith(timing, nudge)));
  const mean = average(times);
  const onceNoise = Math.sqrt(average(times.map((time) => (time / mean - 1) ** 2)));
  if (onceNoise < BEARABLE) {
    return { once, timeOf: once, timeNs: times[0]!, onceNoise, noise: onceNoise, effort };
  }
  const nudges = NUDGES.slice(0, AVERAGED);
  return {
    once,
    timeOf: (each) => average(nudges.map((nudge) => timeWith(each, nudge))),
    timeNs: average(times.slice(0, AVERAGED)),
    onceNoise,
    noise: onceNoise / Math.sqrt(AVERAGED),
    effort,
  };
}

/** True where single times differ so much that changes of some percent are lost in them. */
export function isUnsteady({ onceNoise }: Clock): boolean {
  return onceNoise >= QUIET;
}

/** All workgroups of the fullest SM, or two full waves and the rest, whose difference shows the steady rate. */
export function budgetOf(timing: TimingInput): number {
  const { trace, preparation, profile } = timing;
  const residents = Math.max(1, occupancyOf(timing).workgroupsPerSm);
  const onFullest = Math.ceil(trace.totalWorkgroups / profile.limits.smCount.value);
  const workgroups = Math.min(onFullest, 2 * residents + (onFullest % residents));
  const needed = workgroups * (preparation?.spread.executedPerWorkgroup ?? 0);
  return needed > MOST_BUDGET ? ONE_WAVE_BUDGET : Math.max(LEAST_BUDGET, Math.ceil(needed));
}

function nudged(profile: Profile, by: number): Profile {
  const scaled = Object.entries(profile.resources).map(([name, resource]) => [
    name,
    { ...resource, latencyCycles: resource.latencyCycles * (1 + by) },
  ]);
  return { ...profile, resources: Object.fromEntries(scaled) };
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
