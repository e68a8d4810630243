// What predicted gains are worth, from measured ones: what isa/gain-doubt.json is made of. A part of the gain's logarithm
// is kept, and the error grows with how large a gain is predicted and how far the registers of both are apart.

/** Of one configuration over the kernel as it is; gains are logarithms. */
export interface Gain {
  readonly predicted: number;
  readonly measured: number;
  /** How often registers per thread double or halve. */
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
const DESCENTS = 500;

/** Least squares by turns, of the part kept and of what misses it; every space has the same weight. */
export function fitGainDoubt(spaces: readonly (readonly Gain[])[]): GainDoubt {
  const all = spaces.flatMap((gains) => gains.map((gain) => ({ gain, weight: 1 / gains.length })));
  const features = all.map(({ gain }) => [1, Math.abs(gain.predicted), gain.doublings]);
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, each, i) => sum + each * b[i], 0);
  let keep = 1;
  let errors = [0.3, 0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const trust = all.map(({ weight }, i) => weight / Math.max(LEAST_ERROR, dot(errors, features[i])) ** 2);
    const sum = (of: (gain: Gain) => number) => all.reduce((s, { gain }, i) => s + trust[i] * of(gain), 0);
    keep = sum((each) => each.predicted * each.measured) / sum((each) => each.predicted ** 2);
    const misses = all.map(({ gain }) => DEVIATION * Math.abs(gain.measured - keep * gain.predicted));
    errors = notNegative(
      features,
      misses,
      all.map(({ weight }) => weight),
    );
  }
  const [error, errorPerGain, errorPerDoubling] = errors;
  return { keep, error, errorPerGain, errorPerDoubling };
}

/** Coefficients of no less than zero, by coordinate descent. */
function notNegative(
  features: readonly (readonly number[])[],
  targets: readonly number[],
  weights: readonly number[],
): number[] {
  const found = features[0].map(() => 0);
  for (let descent = 0; descent < DESCENTS; descent++) {
    for (const at of found.keys()) {
      let [above, below] = [0, 0];
      features.forEach((row, i) => {
        const others = row.reduce((sum, each, k) => sum + (k === at ? 0 : found[k] * each), 0);
        above += weights[i] * row[at] * (targets[i] - others);
        below += weights[i] * row[at] ** 2;
      });
      found[at] = below > 0 ? Math.max(0, above / below) : 0;
    }
  }
  return found;
}
