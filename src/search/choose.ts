// Which of the evaluated configurations to recommend. A predicted time is the true one with an error, and the
// quickest of many predictions is most likely one that errs towards too quick. So predictions are first weighed
// against those of the configurations around them; among those that are then as good as the best, what is known
// of kernels in general decides. Good is what gains most for sure: a gain less the error that it may have. What has no
// sure gain is not recommended: then the launch stays as it is.

import type { Point } from '../space/space.ts';
import type { Cost } from './cost.ts';
import { reliableGain } from './doubt.ts';
import { type Evaluated, entryOf } from './ledger.ts';
import type { Problem } from './next-best.ts';
import { MOST_KNOWN, Surrogate } from './surrogate.ts';

/**
 * Of the logarithm of predicted over measured time: what a configuration has of it for itself. Most of an error is
 * shared by neighbours (within a recorded space 0.11, median of 19), and what is shared does not change the order.
 */
const ERROR = 0.05;
/** Relative differences of expected times that say nothing about the measured ones. */
const INDISTINGUISHABLE = 0.03;

/**
 * Of the configurations whose sure gain over the base is about the greatest, the one with the highest occupancy, which
 * has most to hide what no model knows of; of those, what `doubtOf` doubts least; then the quickest. The base where it
 * was evaluated and nothing has a sure gain.
 */
export function choose(problem: Problem, evaluated: readonly Evaluated[]): Evaluated | undefined {
  if (evaluated.length === 0) return undefined;
  const base = entryOf(evaluated, problem.base);
  const rated = ratedOf(problem.space, evaluated, base?.cost);
  const most = Math.max(...rated.map(({ gain }) => gain));
  if (base !== undefined && most <= 1) return base;
  return best(
    problem,
    rated.filter(({ gain }) => gain * (1 + INDISTINGUISHABLE) >= most),
  );
}

interface Rated {
  readonly entry: Evaluated;
  readonly expectedNs: number;
  /** What is sure of its gain over the base; over nothing, where that has no cost. */
  readonly gain: number;
}

function best({ doubtOf = () => 0 }: Problem, alike: readonly Rated[]): Evaluated {
  const orderOf = ({ entry: { point, cost }, expectedNs }: Rated) => [
    -cost.occupancyFraction,
    doubtOf(point),
    expectedNs,
  ];
  return [...alike].sort((a, b) => compare(orderOf(a), orderOf(b)))[0].entry;
}

function ratedOf(space: Problem['space'], all: readonly Evaluated[], base: Cost | undefined): Rated[] {
  // Of more than can be weighed, the slowest have least to say about the quickest.
  const evaluated =
    all.length <= MOST_KNOWN
      ? all
      : [...all].sort((a, b) => a.cost.timeNs - b.cost.timeNs).slice(0, MOST_KNOWN);
  const expected = expectedTimes(space, evaluated);
  return evaluated.map((entry, i) => {
    const timeNs = expected[i];
    const gain = base ? reliableGain(base, { ...entry.cost, timeNs }) : 1 / timeNs;
    return { entry, expectedNs: timeNs, gain };
  });
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
