// The score P over the time that tuning takes instead of the number of trials, after the autotuning methodology
// (Willemsen et al., 2024): what a trial cost when it was recorded is charged, random search at the mean cost, and
// the curves are compared at evenly spaced moments. It uses the exact expectation of random search and times of
// kernels, where the methodology has a smoothed curve and ranks.

import type { RecordedSpace } from './recorded-space.ts';
import type { Replay } from './replay.ts';
import { baselineOf } from './score.ts';

const MOMENTS = 100;
const FIRST_TRIAL = 5;

/** One score per run, each over the time that random search needs for the budget. */
export function timeScoreOf(space: RecordedSpace, runs: readonly Replay[]): number[] {
  const { optimum, worst, budget, expected } = baselineOf(space.times);
  const meanCost = space.costsMs.reduce((sum, each) => sum + each, 0) / space.costsMs.length;
  const moments = Array.from(
    { length: MOMENTS },
    (_, i) => FIRST_TRIAL + ((budget - FIRST_TRIAL) * i) / (MOMENTS - 1),
  );
  return runs.map(({ times, indices }) => {
    let [trial, spent, best, sum, count] = [0, 0, worst, 0, 0];
    for (const moment of moments) {
      // A trial counts once it is over.
      for (; trial < times.length; trial++) {
        const cost = space.costsMs[indices[trial]] / meanCost;
        if (spent + cost > moment) break;
        spent += cost;
        best = Math.min(best, times[trial]);
      }
      const random = between(expected, moment);
      if (!(random - optimum > 1e-12 * optimum)) break;
      sum += (random - best) / (random - optimum);
      count++;
    }
    return count === 0 ? 0 : sum / count;
  });
}

/** Linear between the whole numbers of trials. */
function between(expected: Float64Array, trials: number): number {
  const below = Math.min(expected.length - 2, Math.floor(trials));
  return expected[below] + (trials - below) * (expected[below + 1] - expected[below]);
}
