// Which of the evaluated configurations to recommend. A predicted time is the true one with an error, and the
// quickest of many predictions is most likely one that errs towards too quick. So predictions are first weighed
// against those of the configurations around them; among those that are then as good as the best, what is known
// of kernels in general decides. What gains too little for the error that it may have is not recommended: then the
// launch stays as it is.

import type { Point } from '../space/space.ts';
import { isWorthwhile } from './doubt.ts';
import { type Evaluated, entryOf } from './ledger.ts';
import type { Problem } from './next-best.ts';
import { MOST_KNOWN, Surrogate } from './surrogate.ts';

/**
 * Standard deviation of the logarithm of predicted over measured time. 0.09 on the suite (docs/accuracy.md); within
 * a recorded space, among configurations up to half as slow again as the best, 0.11 (median of 19 spaces).
 */
const ERROR = 0.1;
/** Relative differences of expected times that say nothing about the measured ones. */
const INDISTINGUISHABLE = 0.03;

/**
 * Of the configurations whose expected time is about the least, the one with the highest occupancy, which has
 * most to hide what no model knows of; of those, what `doubtOf` doubts least; then the quickest. The base where it
 * was evaluated and that one is no gain to rely on.
 */
export function choose(problem: Problem, evaluated: readonly Evaluated[]): Evaluated | undefined {
  if (evaluated.length === 0) return undefined;
  const chosen = best(problem, evaluated);
  const base = entryOf(evaluated, problem.base);
  return base === undefined || isWorthwhile(base.cost, chosen.cost) ? chosen : base;
}

function best({ space, doubtOf = () => 0 }: Problem, all: readonly Evaluated[]): Evaluated {
  // Of more than can be weighed, the slowest have least to say about the quickest.
  const evaluated =
    all.length <= MOST_KNOWN
      ? all
      : [...all].sort((a, b) => a.cost.timeNs - b.cost.timeNs).slice(0, MOST_KNOWN);
  const expected = expectedTimes(space, evaluated);
  const limitNs = Math.min(...expected) * (1 + INDISTINGUISHABLE);
  const orderOf = (at: number) => {
    const { point, cost } = evaluated[at];
    return [-cost.occupancyFraction, doubtOf(point), expected[at]];
  };
  const alike = [...evaluated.keys()].filter((at) => expected[at] <= limitNs);
  return evaluated[alike.sort((a, b) => compare(orderOf(a), orderOf(b)))[0]];
}

/** The mean of a Gaussian process that takes each prediction for the truth with an error. */
function expectedTimes(space: Problem['space'], evaluated: readonly Evaluated[]): number[] {
  const points: readonly Point[] = evaluated.map(({ point }) => point);
  const values = evaluated.map(({ cost }) => Math.log(cost.timeNs));
  const surrogate = new Surrogate(space, points, values, { error: ERROR });
  return points.map((point) => Math.exp(surrogate.at(point).mean));
}

function compare(a: readonly number[], b: readonly number[]): number {
  const first = a.findIndex((value, i) => value !== b[i]);
  return first < 0 ? 0 : a[first] - b[first];
}
