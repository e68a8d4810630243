// Sensitivity of the time to one resource parameter, by finite differences (section 3.3 of the PLDI 2018
// paper): the elasticity (dT/T)/(dX/X) is about 1 where the parameter alone sets the time and 0 where it
// does not matter. Only a resource that is busy or waited for can matter.

import type { Parameter } from '../profile/profile.ts';
import { scaleResource } from '../profile/scale.ts';
import type { TimingInput } from './device.ts';
import { type Estimate, predictTime } from './estimate.ts';

/** A parameter of a resource. */
export interface Suspect {
  readonly resource: string;
  readonly parameter: Parameter;
}

export interface Sensitivity extends Suspect {
  /** Relative change of the time per relative change of the parameter. */
  readonly elasticity: number;
  /** The time with the parameter made worse and better by the step. */
  readonly worseNs: number;
  readonly betterNs: number;
}

/** Relative change of time per relative change of a parameter that was made worse and better by `step`. */
export function centralDifference(worse: number, better: number, step: number): number {
  return (worse - better) / (worse + better) / step;
}

export interface SensitivityOptions {
  /** Changes the costs of a region's instructions only: 1 for those, by instruction of the flat program. */
  readonly inside?: Uint8Array;
  /** How a timing becomes a time; one emulation when left out. */
  readonly timeOf?: (timing: TimingInput) => number;
}

/** The elasticity for one parameter, from the times with it made worse and better. */
export function sensitivity(
  timing: TimingInput,
  { resource, parameter }: Suspect,
  step: number,
  { inside, timeOf = oneEmulation }: SensitivityOptions = {},
): Sensitivity {
  const timeWith = (factor: number) => {
    const profile = scaleResource(timing.profile, resource, parameter, factor);
    const changed = inside ? { ...timing, regional: { inside, profile } } : { ...timing, profile };
    return timeOf(changed);
  };
  const worseNs = timeWith(1 + step);
  const betterNs = timeWith(1 - step);
  return { resource, parameter, elasticity: centralDifference(worseNs, betterNs, step), worseNs, betterNs };
}

function oneEmulation(timing: TimingInput): number {
  return predictTime(timing).timeNs;
}

/** Resource parameters that may hold the kernel back, the likeliest first: at most `most`. */
export function suspects(estimate: Estimate, most: number, negligible = NEGLIGIBLE): Suspect[] {
  const scored = estimate.resources.flatMap(({ name, utilization, latencyBoundFraction }) => [
    { resource: name, parameter: 'gap' as const, score: utilization },
    { resource: name, parameter: 'latency' as const, score: latencyBoundFraction },
  ]);
  return scored
    .filter(({ score }) => score > negligible)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ resource, parameter }) => ({ resource, parameter }));
}

/** Shares below this cannot move the time by as much as the step does. */
const NEGLIGIBLE = 0.02;
