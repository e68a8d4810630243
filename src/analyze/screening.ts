// The elasticities of several parameters at once, for kernels whose single times are unsteady. All parameters are
// changed in every run, each up in half of the runs and down in the other half by a Plackett–Burman design with
// its mirror image (Biometrika 33, 1946; for processor simulators Yi, Lilja, Hawkins, HPCA 2003). Each effect
// is then a mean over all runs, in which noise averages out, and pairwise interactions cancel.

import type { TimingInput } from '../emulate/device.ts';
import type { Suspect } from '../emulate/sensitivity.ts';
import { log } from '../numeric/portable.ts';
import { scaleResource } from '../profile/scale.ts';
import { type Clock, isUnsteady } from './clock.ts';
import { spent } from './effort.ts';

export const SCREENING_RUNS = 16;
/** Share of the effort that is spent with one, at most. */
const MOST_SCREENING = 0.9;

/** Whether there is noise that a screening would average out, and effort enough left for one. */
export function isWorthScreening(clock: Clock): boolean {
  const share = spent(clock.effort);
  const runs = (SCREENING_RUNS / Math.max(1, clock.effort.timings)) * share;
  return isUnsteady(clock) && share + runs <= MOST_SCREENING;
}

/** Elasticity of each parameter, in their order: at most 7. */
export function screen(
  timing: TimingInput,
  parameters: readonly Suspect[],
  step: number,
  timeOf: (timing: TimingInput) => number,
): number[] {
  const effects = new Float64Array(parameters.length);
  for (let run = 0; run < SCREENING_RUNS; run++) {
    let { profile } = timing;
    parameters.forEach(({ resource, parameter }, index) => {
      profile = scaleResource(profile, resource, parameter, 1 + signOf(run, index) * step);
    });
    const logTime = log(timeOf({ ...timing, profile }));
    for (let index = 0; index < effects.length; index++) {
      effects[index] += (signOf(run, index) * logTime) / (SCREENING_RUNS / 2);
    }
  }
  const change = log((1 + step) / (1 - step));
  return [...effects].map((effect) => effect / change);
}

/** Row and column of the Hadamard matrix of order 8 by Sylvester; from run 8 on with all signs turned. */
function signOf(run: number, index: number): number {
  const common = run & 7 & (index + 1);
  const parity = (common ^ (common >> 1) ^ (common >> 2)) & 1;
  return parity === run >> 3 ? 1 : -1;
}
