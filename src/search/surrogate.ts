// A guess at the cost of configurations that were not evaluated: a Gaussian process over the logarithm of the
// time. Configurations are alike as their parameters are, each parameter to its own degree; the degrees are
// those that make the known costs likeliest. With a few dozen known costs this takes milliseconds.

import type { Point, Space } from '../space/space.ts';

export interface Guess {
  readonly mean: number;
  readonly deviation: number;
}

/** How far apart two values of a parameter may be and still tell something of each other, in whole ranges. */
const LENGTHS = [0.25, 0.5, 1, 2, 4, 16];
/** Share of the variance that is taken to follow no rule. */
const LEAST_NOISE = 1e-3;
const ROUNDS = 2;

/** What is known is given up beyond so many points: the work grows with the third power of their number. */
export const MOST_KNOWN = 256;

export class Surrogate {
  private readonly scales: readonly number[];
  private readonly isOrdered: readonly boolean[];
  private readonly points: readonly Point[];
  private readonly mean: number;
  private readonly deviation: number;
  /** In units of the variance. */
  private readonly noise: number;
  private lengths: readonly number[];
  private factor: Float64Array;
  private weights: Float64Array;

  /**
   * @param values what is known at `points`
   * @param alike whose degrees of likeness hold here as well; without it they are fitted
   * @param error standard deviation of the values about the truth; 0: they are the truth
   */
  constructor(
    space: Space,
    points: readonly Point[],
    values: readonly number[],
    { alike, error = 0 }: { readonly alike?: Surrogate | undefined; readonly error?: number } = {},
  ) {
    this.scales = space.parameters.map((parameter) => 1 / Math.max(1, parameter.values.length - 1));
    this.isOrdered = space.parameters.map((parameter) => parameter.isOrdered);
    this.points = points;
    this.mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - this.mean) ** 2, 0) / values.length;
    this.deviation = Math.sqrt(variance) || 1;
    this.noise = LEAST_NOISE + (error / this.deviation) ** 2;
    const targets = Float64Array.from(values, (value) => (value - this.mean) / this.deviation);
    this.lengths = alike ? alike.lengths : space.parameters.map(() => 1);
    let best = this.fit(this.lengths, targets);
    for (let round = 0; !alike && round < ROUNDS; round++) {
      for (const parameter of this.lengths.keys()) {
        for (const length of LENGTHS) {
          const lengths = this.lengths.map((each, at) => (at === parameter ? length : each));
          const fit = this.fit(lengths, targets);
          if (fit.likelihood <= best.likelihood) continue;
          best = fit;
          this.lengths = lengths;
        }
      }
    }
    this.factor = best.factor;
    this.weights = best.weights;
  }

  at(point: Point): Guess {
    const alike = Float64Array.from(this.points, (known) => this.likeness(this.lengths, known, point));
    let mean = 0;
    for (let i = 0; i < alike.length; i++) mean += alike[i] * this.weights[i];
    const half = forwardSolve(this.factor, alike);
    let variance = 1 + this.noise;
    for (const value of half) variance -= value * value;
    return {
      mean: this.mean + this.deviation * mean,
      deviation: this.deviation * Math.sqrt(Math.max(variance, 0)),
    };
  }

  /** Matérn's function with smoothness 3/2 of the distance between two points. */
  private likeness(lengths: readonly number[], a: Point, b: Point): number {
    let squares = 0;
    for (let i = 0; i < a.length; i++) {
      if (a[i] === b[i]) continue;
      const distance = this.isOrdered[i] ? (a[i] - b[i]) * this.scales[i] : 1;
      squares += (distance / lengths[i]) ** 2;
    }
    const scaled = Math.sqrt(3 * squares);
    return (1 + scaled) * Math.exp(-scaled);
  }

  private fit(lengths: readonly number[], targets: Float64Array): Fit {
    const n = targets.length;
    const matrix = new Float64Array(n * n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= i; j++) {
        matrix[i * n + j] =
          this.likeness(lengths, this.points[i], this.points[j]) + (i === j ? this.noise : 0);
      }
    }
    const factor = cholesky(matrix, n);
    const half = forwardSolve(factor, targets);
    let likelihood = 0;
    for (let i = 0; i < n; i++) likelihood -= Math.log(factor[i * n + i]) + 0.5 * half[i] ** 2;
    return { factor, weights: backwardSolve(factor, half), likelihood };
  }
}

interface Fit {
  readonly factor: Float64Array;
  readonly weights: Float64Array;
  readonly likelihood: number;
}

/** The lower triangular factor of a symmetric positive definite matrix, rows one after the other. */
function cholesky(matrix: Float64Array, n: number): Float64Array {
  const factor = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * n + j];
      for (let k = 0; k < j; k++) sum -= factor[i * n + k] * factor[j * n + k];
      factor[i * n + j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / factor[j * n + j];
    }
  }
  return factor;
}

function forwardSolve(factor: Float64Array, right: Float64Array): Float64Array {
  const n = right.length;
  const solution = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let sum = right[i];
    for (let k = 0; k < i; k++) sum -= factor[i * n + k] * solution[k];
    solution[i] = sum / factor[i * n + i];
  }
  return solution;
}

/** Solves with the transposed factor. */
function backwardSolve(factor: Float64Array, right: Float64Array): Float64Array {
  const n = right.length;
  const solution = new Float64Array(n);
  for (let i = n - 1; i >= 0; i--) {
    let sum = right[i];
    for (let k = i + 1; k < n; k++) sum -= factor[k * n + i] * solution[k];
    solution[i] = sum / factor[i * n + i];
  }
  return solution;
}
