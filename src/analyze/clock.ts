// Times that are smooth enough to be compared, and what getting them costs. A few resident workgroups fall into
// step or out of it, and the least change of any cost can tip them over: such a kernel's time has noise of some
// percent. It is measured by changing all latencies by some percent up and down, between which the time should lie.

import type { TimingInput } from '../emulate/device.ts';
import { type Estimate, predictTimeOnly } from '../emulate/estimate.ts';
import type { Profile } from '../profile/profile.ts';
import { charge, type Effort, effortFor, spent } from './effort.ts';
import { occupancyOf } from './occupancy.ts';

export interface Clock {
  /** The time from one short emulation; the budget is that of the kernel as it is when left out. */
  readonly timeOf: (timing: TimingInput, instructionBudget?: number) => number;
  /** That of the kernel as it is; the mean of several where it is unsteady. */
  readonly timeNs: number;
  /** Standard deviation of `timeOf` over its mean. */
  readonly noise: number;
  readonly effort: Effort;
}

/**
 * Relative changes of all latencies, both ways, so that what is linear in them cancels. The second is tried where
 * the first shows nothing: one pair alone is still by chance now and then.
 */
const NUDGES = [0.01, 0.03];
/** Share of the effort after which the second is left out. */
const NOISE_EFFORT = 0.2;
/** Noise below which a difference of 10 % shows in single times. */
const QUIET = 0.003;
/** Warp instructions emulated for each time: at least, at most, and where two waves would take more than that. */
const LEAST_BUDGET = 15_000;
const MOST_BUDGET = 80_000;
const ONE_WAVE_BUDGET = 40_000;

/** @param estimate of the kernel as it is, which is its time wherever that took no more than the clock's budget */
export function clockFor(timing: TimingInput, estimate: Estimate): Clock {
  const effort = effortFor(timing, estimate.warpInstructions);
  const timeOf = stopwatch(timing, effort);
  const now = estimate.warpInstructions < budgetOf(timing) ? estimate.timeNs : timeOf(timing);
  const times = [now];
  const squares: number[] = [];
  let noise = 0;
  for (const nudge of NUDGES) {
    const [above, below] = [nudge, -nudge].map((by) =>
      timeOf({ ...timing, profile: nudged(timing.profile, by) }),
    );
    times.push(above, below);
    // The variance of a + b - 2c is six times that of each.
    squares.push(((above + below) / now - 2) ** 2 / 6);
    noise = Math.sqrt(average(squares));
    if (noise >= QUIET || spent(effort) >= NOISE_EFFORT) break;
  }
  return { timeOf, timeNs: noise < QUIET ? now : average(times), noise, effort };
}

/** The clock as it was found, on an effort of its own. */
export function continued(clock: Clock, timing: TimingInput, effort: Effort): Clock {
  return { ...clock, timeOf: stopwatch(timing, effort), effort };
}

function stopwatch(timing: TimingInput, effort: Effort): Clock['timeOf'] {
  const ownBudget = budgetOf(timing);
  return (each, instructionBudget = ownBudget) => {
    const emulated = predictTimeOnly({ ...each, instructionBudget });
    charge(effort, emulated);
    return emulated.timeNs;
  };
}

/** True where single times differ so much that changes of some percent are lost in them. */
export function isUnsteady({ noise }: Clock): boolean {
  return noise >= QUIET;
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
    resource.latencyCycles === undefined
      ? resource
      : { ...resource, latencyCycles: resource.latencyCycles * (1 + by) },
  ]);
  return { ...profile, resources: Object.fromEntries(scaled) };
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
