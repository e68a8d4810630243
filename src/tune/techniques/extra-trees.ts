// Extremely randomised trees (Geurts, Ernst and Wehenkel, 2006) as a regression over points: splits are drawn at
// random and the best of one per parameter is taken. Many small trees agree where much was measured, and their
// disagreement says where little was. Flat arrays throughout: it is fitted anew for every proposal.

import type { Random } from '../../space/random.ts';

/** Rows of equal width in one array. */
export interface Rows {
  readonly width: number;
  readonly cells: Float64Array;
}

export interface Prediction {
  mean: number;
  deviation: number;
}

/** Nodes below this many rows are not split. */
const LEAST_TO_SPLIT = 2;
const LEAF = -1;

export class ExtraTrees {
  readonly #random: Random;
  readonly #treeCount: number;
  #nodesPerTree = 0;
  #nextTree = 0;
  /** Where the next node of the tree at work goes. */
  #nodeEnd = 0;
  /** Per node: the column it splits by, or LEAF; rows up to the threshold go to the child, others to the next. */
  #column = new Int32Array(0);
  #threshold = new Float64Array(0);
  #child = new Int32Array(0);
  #mean = new Float64Array(0);
  #variance = new Float64Array(0);
  #rows = new Int32Array(0);
  /** Per column, while a node is split: thresholds, ends, and the rows on their left with the sum of targets. */
  #thresholds = new Float64Array(0);
  #highs = new Float64Array(0);
  #counts = new Int32Array(0);
  #sums = new Float64Array(0);

  constructor(treeCount: number, random: Random) {
    this.#treeCount = treeCount;
    this.#random = random;
  }

  /**
   * Fits `treeCount` of the trees, in turn, to one target per row; all of them the first time. The others keep
   * what they learnt from fewer rows.
   */
  fit({ width, cells }: Rows, targets: Float64Array, treeCount: number): void {
    const count = targets.length;
    const isFirst = 2 * count > this.#nodesPerTree;
    if (isFirst) this.#makeRoom(4 * count, width);
    for (let i = 0; i < (isFirst ? this.#treeCount : treeCount); i++) {
      for (let row = 0; row < count; row++) this.#rows[row] = row;
      const root = this.#nextTree * this.#nodesPerTree;
      this.#nextTree = (this.#nextTree + 1) % this.#treeCount;
      this.#nodeEnd = root + 1;
      this.#build(root, 0, count, width, cells, targets);
    }
  }

  #makeRoom(nodesPerTree: number, width: number): void {
    const size = this.#treeCount * nodesPerTree;
    this.#nodesPerTree = nodesPerTree;
    this.#nextTree = 0;
    this.#column = new Int32Array(size);
    this.#threshold = new Float64Array(size);
    this.#child = new Int32Array(size);
    this.#mean = new Float64Array(size);
    this.#variance = new Float64Array(size);
    this.#rows = new Int32Array(nodesPerTree);
    this.#thresholds = new Float64Array(width);
    this.#highs = new Float64Array(width);
    this.#counts = new Int32Array(width);
    this.#sums = new Float64Array(width);
  }

  /** Makes the node of the rows from `start` to `end`, and those below it. */
  #build(
    node: number,
    start: number,
    end: number,
    width: number,
    cells: Float64Array,
    targets: Float64Array,
  ): void {
    const rows = this.#rows;
    const count = end - start;
    let sum = 0;
    let squares = 0;
    for (let i = start; i < end; i++) {
      const target = targets[rows[i]];
      sum += target;
      squares += target * target;
    }
    const mean = sum / count;
    this.#mean[node] = mean;
    this.#variance[node] = Math.max(0, squares / count - mean * mean);
    this.#column[node] = LEAF;
    if (count < LEAST_TO_SPLIT || this.#variance[node] < 1e-12) return;
    if (!this.#split(node, start, end, width, cells, targets, sum)) return;
    const middle = this.#partition(node, start, end, width, cells);
    const child = this.#nodeEnd;
    this.#nodeEnd += 2;
    this.#child[node] = child;
    this.#build(child, start, middle, width, cells, targets);
    this.#build(child + 1, middle, end, width, cells, targets);
  }

  /** Draws a threshold per column and keeps the one that explains most. */
  #split(
    node: number,
    start: number,
    end: number,
    width: number,
    cells: Float64Array,
    targets: Float64Array,
    sum: number,
  ): boolean {
    const [rows, thresholds, counts, sums] = [this.#rows, this.#thresholds, this.#counts, this.#sums];
    this.#drawThresholds(start, end, width, cells);
    counts.fill(0);
    sums.fill(0);
    for (let i = start; i < end; i++) {
      const target = targets[rows[i]];
      const offset = rows[i] * width;
      for (let column = 0; column < width; column++) {
        // Without a branch, which could not be foretold.
        const isLeft = +(cells[offset + column] <= thresholds[column]);
        counts[column] += isLeft;
        sums[column] += isLeft * target;
      }
    }
    // Rounding can make the gain of a useless split a little less than none.
    let bestGain = Number.NEGATIVE_INFINITY;
    const count = end - start;
    for (let column = 0; column < width; column++) {
      const left = counts[column];
      if (left === 0 || left === count) continue;
      const leftSum = sums[column];
      const rightSum = sum - leftSum;
      const gain = (leftSum * leftSum) / left + (rightSum * rightSum) / (count - left) - (sum * sum) / count;
      if (gain <= bestGain) continue;
      bestGain = gain;
      this.#column[node] = column;
      this.#threshold[node] = thresholds[column];
    }
    return bestGain > Number.NEGATIVE_INFINITY;
  }

  /** Uniform between the least and the most of each column; a column that does not vary is left whole. */
  #drawThresholds(start: number, end: number, width: number, cells: Float64Array): void {
    const [rows, lows, highs] = [this.#rows, this.#thresholds, this.#highs];
    lows.fill(Number.POSITIVE_INFINITY);
    highs.fill(Number.NEGATIVE_INFINITY);
    for (let i = start; i < end; i++) {
      const offset = rows[i] * width;
      for (let column = 0; column < width; column++) {
        const cell = cells[offset + column];
        if (cell < lows[column]) lows[column] = cell;
        if (cell > highs[column]) highs[column] = cell;
      }
    }
    for (let column = 0; column < width; column++) {
      const range = highs[column] - lows[column];
      if (range > 0) lows[column] += range * this.#random.next();
    }
  }

  #partition(node: number, start: number, end: number, width: number, cells: Float64Array): number {
    const rows = this.#rows;
    const column = this.#column[node];
    const threshold = this.#threshold[node];
    let middle = start;
    for (let i = start; i < end; i++) {
      const row = rows[i];
      if (!(cells[row * width + column] <= threshold)) continue;
      rows[i] = rows[middle];
      rows[middle++] = row;
    }
    return middle;
  }

  /** What the trees expect of a row of `cells`, and how far they differ. */
  predict(cells: ArrayLike<number>, offset: number, prediction: Prediction): void {
    let sum = 0;
    let squares = 0;
    for (let tree = 0; tree < this.#treeCount; tree++) {
      let node = tree * this.#nodesPerTree;
      for (let column = this.#column[node]; column !== LEAF; column = this.#column[node]) {
        const isLeft = cells[offset + column] <= this.#threshold[node];
        node = this.#child[node] + (isLeft ? 0 : 1);
      }
      const mean = this.#mean[node];
      sum += mean;
      squares += mean * mean + this.#variance[node];
    }
    const count = this.#treeCount;
    prediction.mean = sum / count;
    prediction.deviation = Math.sqrt(Math.max(0, squares / count - prediction.mean * prediction.mean));
  }
}
