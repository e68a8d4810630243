// The figures of the score card: how far predictions lie from measurements, over many kernels. All shares
// and errors are fractions of 1.

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
  return {
    predicted: pairs.length,
    mape: mean(sizes),
    median: medianOf(sizes),
    geometricMean: Math.exp(mean(logs)) - 1,
    aggregateError: total('predictedNs') / total('measuredNs') - 1,
    logCorrelation: correlation(
      pairs.map((pair) => Math.log(pair.predictedNs)),
      pairs.map((pair) => Math.log(pair.measuredNs)),
    ),
    kendallTau: kendallTau(pairs),
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
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Pearson's r; 1 for fewer than two pairs and where one side does not vary. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  let [both, squaresA, squaresB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i]! - meanA, b[i]! - meanB];
    both += x * y;
    squaresA += x * x;
    squaresB += y * y;
  }
  return squaresA === 0 || squaresB === 0 ? 1 : both / Math.sqrt(squaresA * squaresB);
}

/** Kendall, "The treatment of ties in ranking problems" (Biometrika 33, 1945): tau-b. */
function kendallTau(pairs: readonly Pair[]): number {
  let [agree, tiedPredicted, tiedMeasured] = [0, 0, 0];
  for (let i = 0; i < pairs.length; i++) {
    for (let j = 0; j < i; j++) {
      const predicted = Math.sign(pairs[i]!.predictedNs - pairs[j]!.predictedNs);
      const measured = Math.sign(pairs[i]!.measuredNs - pairs[j]!.measuredNs);
      agree += predicted * measured;
      if (predicted === 0) tiedPredicted++;
      if (measured === 0) tiedMeasured++;
    }
  }
  const all = (pairs.length * (pairs.length - 1)) / 2;
  const scale = Math.sqrt((all - tiedPredicted) * (all - tiedMeasured));
  return scale === 0 ? 1 : agree / scale;
}
