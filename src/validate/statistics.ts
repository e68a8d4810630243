// The figures of the score card: how far predictions lie from measurements, over many kernels. All shares
// and errors are fractions of 1.

import { kendall, pearson } from './correlation.ts';

export interface Pair {
  readonly measuredNs: number;
  readonly predictedNs: number;
}

export interface Score {
  /** Pairs that were compared. */
  readonly predicted: number;
  /** Mean of |predicted - measured| / measured. */
  readonly mape: number;
  /** Median of the same. */
  readonly median: number;
  /** exp(mean |ln(predicted / measured)|) - 1: an error of twice counts like one of half. */
  readonly geometricMean: number;
  /** Sum of the predictions over the sum of the measurements, less 1. */
  readonly aggregateError: number;
  /** Pearson's correlation of the logarithms. */
  readonly logCorrelation: number;
  /** Kendall's tau-b: do predictions order kernels as measurements do. */
  readonly kendallTau: number;
  readonly within10: number;
  readonly within25: number;
  readonly within30: number;
  readonly within50: number;
  /** Predictions above and below the measured time. */
  readonly over: number;
  readonly under: number;
}

/** (predicted - measured) / measured. */
export function relativeError({ measuredNs, predictedNs }: Pair): number {
  return (predictedNs - measuredNs) / measuredNs;
}

/** Undefined when there is nothing to score. */
export function scoreOf(pairs: readonly Pair[]): Score | undefined {
  if (pairs.length === 0) return undefined;
  const errors = pairs.map(relativeError);
  const sizes = errors.map(Math.abs).sort((a, b) => a - b);
  const logs = pairs.map((pair) => Math.abs(Math.log(pair.predictedNs / pair.measuredNs)));
  const within = (limit: number) => sizes.filter((size) => size <= limit).length / sizes.length;
  const total = (key: keyof Pair) => pairs.reduce((sum, pair) => sum + pair[key], 0);
  const predicted = pairs.map((pair) => pair.predictedNs);
  const measured = pairs.map((pair) => pair.measuredNs);
  return {
    predicted: pairs.length,
    mape: mean(sizes),
    median: medianOf(sizes),
    geometricMean: Math.exp(mean(logs)) - 1,
    aggregateError: total('predictedNs') / total('measuredNs') - 1,
    logCorrelation: orOne(pearson(predicted.map(Math.log), measured.map(Math.log))),
    kendallTau: orOne(kendall(predicted, measured)),
    within10: within(0.1),
    within25: within(0.25),
    within30: within(0.3),
    within50: within(0.5),
    over: errors.filter((error) => error > 0).length,
    under: errors.filter((error) => error < 0).length,
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Of ascending values. */
function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Fewer than two pairs, or a side that does not vary, contradict nothing. */
function orOne(correlation: number): number {
  return Number.isNaN(correlation) ? 1 : correlation;
}
