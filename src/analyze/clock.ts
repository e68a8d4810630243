// Times that are smooth enough to be compared. A few resident workgroups fall into step or out of it, and the
// least change of any cost can tip them over: such a kernel's time has noise of some percent. It is measured by
// starting workgroups a little later, which should change nothing, and averaged out where there is some.

import type { TimingInput } from '../emulate/device.ts';
import { predictTime } from '../emulate/estimate.ts';
import type { Profile } from '../profile/profile.ts';

export interface Clock {
  readonly timeOf: (timing: TimingInput) => number;
  /** Standard deviation of `timeOf` over its mean. */
  readonly noise: number;
}

/** Cycles by which workgroups start later; the differences are of no particular multiple. */
const DELAYS = [0, 37, 143];
const MORE_DELAYS = [91, 211, 277, 331];
const QUIET = 0.004;
/** Warp instructions emulated for each time. */
const LEAST_BUDGET = 60_000;
const MOST_BUDGET = 100_000;

export function clockFor(timing: TimingInput): Clock {
  const instructionBudget = budgetOf(timing);
  const timeAfter = (each: TimingInput, delay: number) => {
    const profile = delay === 0 ? each.profile : delayed(each.profile, delay);
    return predictTime({ ...each, profile, instructionBudget }).timeNs;
  };
  const times = [...DELAYS, ...MORE_DELAYS].map((delay) => timeAfter(timing, delay));
  const mean = average(times);
  const noise = Math.sqrt(average(times.map((time) => (time / mean - 1) ** 2)));
  if (noise < QUIET) return { timeOf: (each) => timeAfter(each, 0), noise };
  return {
    timeOf: (each) => average(DELAYS.map((delay) => timeAfter(each, delay))),
    noise: noise / Math.sqrt(DELAYS.length),
  };
}

/** Two full waves and a rest. */
function budgetOf({ trace, preparation, profile }: TimingInput): number {
  const perWorkgroup = preparation?.spread.executedPerWorkgroup ?? 0;
  const warps = trace.workgroupFirstWarp[1] ?? 1;
  const residents = Math.min(profile.limits.workgroupsPerSm.value, profile.limits.warpsPerSm.value / warps);
  return Math.min(MOST_BUDGET, Math.max(LEAST_BUDGET, 3 * residents * perWorkgroup));
}

function delayed(profile: Profile, cycles: number): Profile {
  const { launch } = profile;
  const { workgroupLatencyCycles: latency } = launch;
  return {
    ...profile,
    launch: { ...launch, workgroupLatencyCycles: { ...latency, value: latency.value + cycles } },
  };
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
