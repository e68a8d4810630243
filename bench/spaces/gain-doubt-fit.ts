// What predicted gains are worth, from measured ones: what isa/gain-doubt.json is made of. A part of the gain's logarithm
// is kept, and the error grows with how much is predicted to change.

/** Of one configuration over the kernel as it is; gains are logarithms. */
export interface Gain {
  readonly predicted: number;
  readonly measured: number;
}

export interface GainDoubt {
  readonly keep: number;
  readonly error: number;
  readonly errorPerGain: number;
}

/** Absolute deviations of a normal distribution are by this much smaller than its standard deviation, on average. */
const DEVIATION = Math.sqrt(Math.PI / 2);
const LEAST_ERROR = 0.03;
const ROUNDS = 8;

/** Least squares by turns, of the part kept and of what misses it; every space has the same weight. */
export function fitGainDoubt(spaces: readonly (readonly Gain[])[]): GainDoubt {
  const all = spaces.flatMap((gains) => gains.map((gain) => ({ ...gain, weight: 1 / gains.length })));
  type Each = (typeof all)[number];
  const sum = (of: (each: Each) => number) => all.reduce((sum, each) => sum + each.weight * of(each), 0);
  const mean = (of: (each: Each) => number) => sum(of) / sum(() => 1);
  const size = ({ predicted }: Each) => Math.abs(predicted);
  let found: GainDoubt = { keep: 1, error: 0.3, errorPerGain: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const { error, errorPerGain } = found;
    const trust = (each: Each) => 1 / Math.max(LEAST_ERROR, error + errorPerGain * size(each)) ** 2;
    const keep =
      sum((each) => trust(each) * each.predicted * each.measured) /
      sum((each) => trust(each) * each.predicted ** 2);
    const miss = ({ predicted, measured }: Each) => DEVIATION * Math.abs(measured - keep * predicted);
    const [meanSize, meanMiss] = [mean(size), mean(miss)];
    const slope =
      sum((each) => (size(each) - meanSize) * (miss(each) - meanMiss)) /
      sum((each) => (size(each) - meanSize) ** 2);
    const perGain = Math.max(0, slope);
    found = { keep, error: Math.max(LEAST_ERROR, meanMiss - perGain * meanSize), errorPerGain: perGain };
  }
  return found;
}
