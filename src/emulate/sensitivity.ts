// Sensitivity of the time to one resource parameter, by finite differences (section 3.3 of the PLDI 2018
// paper): the elasticity (dT/T)/(dX/X) is about 1 where the parameter alone sets the time and 0 where it
// does not matter. Only a resource that is busy or waited for can matter, so only the most likely are tried.

import { type Parameter, scaleResource } from '../profile/scale.ts';
import type { TimingInput } from './device.ts';
import { type Estimate, predictTime } from './estimate.ts';
import { prepare } from './prepare.ts';

export interface Sensitivity {
  readonly resource: string;
  readonly parameter: Parameter;
  /** Relative change of the kernel's cycles per relative change of the parameter. */
  readonly elasticity: number;
}

/** Relative change of time per relative change of a parameter, by a central difference of `step`. */
export function elasticity(timeWith: (factor: number) => number, step: number): number {
  const slower = timeWith(1 + step);
  const faster = timeWith(1 - step);
  return (slower - faster) / (slower + faster) / step;
}

/** Resource parameters that may hold the kernel back, the likeliest first: at most `most`. */
export function suspects(estimate: Estimate, most: number): Omit<Sensitivity, 'elasticity'>[] {
  const scored = estimate.resources.flatMap(({ name, utilization, latencyBoundFraction }) => [
    { resource: name, parameter: 'gap' as const, score: utilization },
    { resource: name, parameter: 'latency' as const, score: latencyBoundFraction },
  ]);
  return scored
    .filter(({ score }) => score > NEGLIGIBLE)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ resource, parameter }) => ({ resource, parameter }));
}

/**
 * Elasticities of the suspects, the largest first. One emulation each: the parameter is made `step` worse
 * and compared with `estimate`, the result of timing `input` as it is.
 */
export function sensitivities(
  input: TimingInput,
  estimate: Estimate,
  options: { readonly most: number; readonly step: number } = { most: 4, step: 0.1 },
): Sensitivity[] {
  const preparation = input.preparation ?? prepare(input.trace, input.profile);
  return suspects(estimate, options.most)
    .map(({ resource, parameter }) => {
      const profile = scaleResource(input.profile, resource, parameter, 1 + options.step);
      const { cycles } = predictTime({ ...input, profile, preparation });
      return { resource, parameter, elasticity: (cycles / estimate.cycles - 1) / options.step };
    })
    .sort((a, b) => b.elasticity - a.elasticity);
}

/** Shares below this cannot move the time by as much as the step does. */
const NEGLIGIBLE = 0.02;
