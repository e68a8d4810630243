// The score P of a tuner on a recorded space: 0 is as good as random search, 1 the optimum at once. After each
// number of trials it compares the best time so far with what random search without replacement can expect,
// which order statistics say exactly.

/** Trials before this one say more about luck than about the tuner. */
const FIRST_TRIAL = 5;
const LEAST_BUDGET = 50;
const MOST_BUDGET = 400;
/** The budget is what random search needs to come this close to the optimum, from the median. */
const TARGET = 0.95;

export interface Baseline {
  readonly optimum: number;
  /** The slowest time that is not a failure: where one stands as long as everything failed. */
  readonly worst: number;
  readonly budget: number;
  /** By trials done, from 0: the time that random search can expect to have found. */
  readonly expected: Float64Array;
}

/** `times` of all configurations of the space, Infinity for those that fail. */
export function baselineOf(times: ArrayLike<number>): Baseline {
  const valid = Float64Array.from(Array.from(times).filter(Number.isFinite)).sort();
  const optimum = valid[0];
  const budget = Math.min(times.length, budgetOf(valid));
  const expected = new Float64Array(budget + 1);
  for (let trials = 0; trials <= budget; trials++)
    expected[trials] = expectedBest(valid, times.length, trials);
  return { optimum, worst: valid.at(-1)!, budget, expected };
}

/** `valid` ascending. */
function budgetOf(valid: Float64Array): number {
  const count = valid.length;
  const middle = (valid[Math.floor((count - 1) / 2)] + valid[Math.floor(count / 2)]) / 2;
  const target = valid[0] + (middle - valid[0]) * (1 - TARGET);
  let reaching = 0;
  while (reaching < count && valid[reaching] <= target) reaching++;
  // From the worst on, the first that reaches the target has this index.
  const index = count - reaching;
  const evaluations = Math.ceil(index / (count + 1 - index));
  return Math.min(MOST_BUDGET, Math.max(LEAST_BUDGET, evaluations));
}

/**
 * The mean best of `trials` draws without replacement from `count` configurations, of which `valid` (ascending)
 * do not fail. The k quickest are all missed with probability C(count − k, trials) / C(count, trials).
 */
export function expectedBest(valid: Float64Array, count: number, trials: number): number {
  let missed = 1;
  let sum = 0;
  for (let k = 0; k < valid.length && missed > 0; k++) {
    const missedToo = missed * Math.max(0, (count - k - trials) / (count - k));
    sum += valid[k] * (missed - missedToo);
    missed = missedToo;
  }
  return sum + missed * valid.at(-1)!;
}

/** P of one run, from the times that it found in order. A run that stopped early keeps its best. */
export function scoreOf({ optimum, worst, budget, expected }: Baseline, times: ArrayLike<number>): number {
  const curve = bestSoFar(times, budget, worst);
  let sum = 0;
  let count = 0;
  for (let trials = FIRST_TRIAL; trials <= budget; trials++) {
    const room = expected[trials] - optimum;
    // Where random search has surely found the optimum there is nothing to be better at.
    if (!(room > 1e-12 * optimum)) break;
    sum += (expected[trials] - curve[trials]) / room;
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

/** By trials done, from 0. */
export function bestSoFar(times: ArrayLike<number>, budget: number, worst: number): Float64Array {
  const curve = new Float64Array(budget + 1).fill(worst);
  for (let trials = 1; trials <= budget; trials++) {
    curve[trials] = Math.min(curve[trials - 1], times[trials - 1] ?? Number.POSITIVE_INFINITY);
  }
  return curve;
}
