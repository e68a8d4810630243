// What the trials of a run say about points that were not measured: a regression over all of them, shared by the
// techniques of an ensemble.

import type { Random } from '../../space/random.ts';
import type { Point, Space } from '../../space/space.ts';
import type { History, Trial } from '../ensemble/history.ts';
import { ExtraTrees, type Prediction } from './extra-trees.ts';

const TREES = 16;
/** Trees that are fitted anew after a trial; the others lag behind by a few trials, which costs nothing. */
const TREES_PER_TRIAL = 4;
/** Trials before there is anything to learn from. */
export const FIRST_TRIALS = 10;

/** An idea is given up when even so many deviations below its mean it is slower than the best. */
const HOPELESS_DEVIATIONS = 2;

/** How much a prediction appeals, given the best target so far; more is better. */
export type Appeal = (prediction: Prediction, best: number) => number;

/** The optimist's view: the lower end of what the time may be. */
export const byLowerBound: Appeal = ({ mean, deviation }) => deviation - mean;

/** What a model expects, in any unit; undefined where it does not know. */
export type PredictedTime = (point: Point) => number | undefined;

/** Trials as rows of numbers, and trees over them. Targets are logarithms of times. */
export class Learner {
  readonly #history: History;
  readonly #trees: ExtraTrees;
  /** The parameter of each column, and the value that it stands for where values have no order. */
  readonly #columns: readonly { readonly parameter: number; readonly value?: number }[];
  readonly #predictedTime: PredictedTime | undefined;
  readonly #width: number;
  #cells: Float64Array;
  readonly #row: Float64Array;
  #rowCount = 0;
  #best = 0;

  constructor(space: Space, history: History, random: Random, predictedTime?: PredictedTime) {
    this.#predictedTime = predictedTime;
    this.#history = history;
    this.#trees = new ExtraTrees(TREES, random);
    this.#columns = space.parameters.flatMap(({ values, isOrdered }, parameter) => {
      if (values.length === 1) return [];
      if (isOrdered || values.length === 2) return [{ parameter }];
      return values.map((_, value) => ({ parameter, value }));
    });
    this.#width = this.#columns.length + (predictedTime === undefined ? 0 : 1);
    this.#cells = new Float64Array(64 * this.#width);
    this.#row = new Float64Array(this.#width);
  }

  get isReady(): boolean {
    return this.#history.trials.length >= FIRST_TRIALS && this.#history.best !== undefined;
  }

  /** The candidates, the most promising first. Must be ready. */
  rank(candidates: readonly Point[], appeal: Appeal): Point[] {
    this.#learn();
    const row = this.#row;
    const prediction: Prediction = { mean: 0, deviation: 0 };
    const appeals = candidates.map((point) => {
      this.#write(point, row, 0);
      this.#trees.predict(row, 0, prediction);
      return appeal(prediction, this.#best);
    });
    const order = candidates.map((_, i) => i).sort((a, b) => appeals[b] - appeals[a]);
    return order.map((i) => candidates[i]);
  }

  /** The time that a point is expected to take if not even an optimist would believe in it; else undefined. */
  hopelessTime(point: Point): number | undefined {
    this.#learn();
    const prediction: Prediction = { mean: 0, deviation: 0 };
    this.#write(point, this.#row, 0);
    this.#trees.predict(this.#row, 0, prediction);
    const isHopeless = prediction.mean - HOPELESS_DEVIATIONS * prediction.deviation > this.#best;
    return isHopeless ? Math.exp(prediction.mean) : undefined;
  }

  /** Fits the trees to the trials that came since the last time. */
  #learn(): void {
    const { trials } = this.#history;
    if (this.#rowCount === trials.length) return;
    const width = this.#width;
    if (trials.length * width > this.#cells.length) {
      const larger = new Float64Array(2 * trials.length * width);
      larger.set(this.#cells);
      this.#cells = larger;
    }
    const fresh = trials.length - this.#rowCount;
    while (this.#rowCount < trials.length) {
      this.#write(trials[this.#rowCount].point, this.#cells, width * this.#rowCount++);
    }
    const targets = targetsOf(trials);
    this.#trees.fit({ width, cells: this.#cells }, targets, Math.min(TREES, fresh * TREES_PER_TRIAL));
    this.#best = targets.reduce((best, target) => Math.min(best, target));
  }

  #write(point: Point, cells: Float64Array, offset: number): void {
    this.#columns.forEach(({ parameter, value }, column) => {
      const index = point[parameter];
      cells[offset + column] = value === undefined ? index : index === value ? 1 : 0;
    });
    if (this.#predictedTime === undefined) return;
    // What the model does not know, compares like the slowest.
    cells[offset + this.#columns.length] = Math.log(this.#predictedTime(point) ?? Number.NaN);
  }
}

/**
 * What the trees learn: logarithms of times, as factors are what configurations have in common. The slower half
 * counts as equally slow, failures among it: how slow, says nothing about where the quick ones are.
 */
function targetsOf(trials: readonly Trial[]): Float64Array {
  const sorted = Float64Array.from(trials, ({ time }) => time).sort();
  const succeeded = sorted.findLastIndex(Number.isFinite);
  const most = Math.log(sorted[Math.min(succeeded, sorted.length >> 1)]);
  return Float64Array.from(trials, ({ time }) => Math.min(most, Math.log(time)));
}
