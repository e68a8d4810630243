// What predicted gains are worth, from measured ones: what isa/gain-doubt.json is made of. A part of the gain's logarithm
// is kept, and the error grows with how much is predicted to change and with how many invocations were joined.

import { leastSquares } from '../../src/learn/least-squares.ts';

/** Of one configuration over the kernel as it is; gains are logarithms. */
export interface Gain {
  readonly predicted: number;
  readonly measured: number;
  /** Binary logarithm of how many invocations one does the work of, or that do the work of one. */
  readonly doublings: number;
}

export interface GainDoubt {
  readonly keep: number;
  readonly error: number;
  readonly errorPerGain: number;
  readonly errorPerDoubling: number;
}

/** Absolute deviations of a normal distribution are by this much smaller than its standard deviation, on average. */
const DEVIATION = Math.sqrt(Math.PI / 2);
const LEAST_ERROR = 0.03;
const ROUNDS = 8;

/**
 * Least squares by turns, of the part kept and of what misses it; every space has the same weight. What would make the
 * error smaller is left out.
 */
export function fitGainDoubt(spaces: readonly (readonly Gain[])[]): GainDoubt {
  const all = spaces.flatMap((gains) => gains.map((gain) => ({ ...gain, weight: 1 / gains.length })));
  type Each = (typeof all)[number];
  const sum = (of: (each: Each) => number) => all.reduce((sum, each) => sum + each.weight * of(each), 0);
  const table = all.map(({ predicted, doublings }) => [Math.abs(predicted), doublings]);
  const weights = all.map(({ weight }) => weight);
  let found: GainDoubt = { keep: 1, error: 0.3, errorPerGain: 0, errorPerDoubling: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const { error, errorPerGain, errorPerDoubling } = found;
    const trust = ({ predicted, doublings }: Each) =>
      1 /
      Math.max(LEAST_ERROR, error + errorPerGain * Math.abs(predicted) + errorPerDoubling * doublings) ** 2;
    const keep =
      sum((each) => trust(each) * each.predicted * each.measured) /
      sum((each) => trust(each) * each.predicted ** 2);
    const misses = all.map(({ predicted, measured }) => DEVIATION * Math.abs(measured - keep * predicted));
    const line = growing(table, misses, weights);
    found = {
      keep,
      error: Math.max(LEAST_ERROR, line.constant),
      errorPerGain: line.weights[0],
      errorPerDoubling: line.weights[1],
    };
  }
  return found;
}

/** Without the columns that more would make less of. */
function growing(table: readonly number[][], misses: readonly number[], weights: readonly number[]) {
  let columns = [...table[0].keys()];
  for (;;) {
    const line = leastSquares(table, misses, columns, weights);
    const kept = columns.filter((column) => line.weights[column] >= 0);
    if (kept.length === columns.length) return line;
    columns = kept;
  }
}
