// Which counters a speed-up comes with (Magni's thesis, section 5.5): configurations of one kernel or several are rows of
// a regression tree, columns are how their emulated counters differ from those of the kernel as it is, and what is
// explained is the logarithm of the speed-up. The conditions near the root tell fast from slow best. Pruned by
// cross-validation, as there: by kernels where there are several, else by configurations.

import { regressionTree } from '../learn/regression-tree.ts';
import { leafOf, prunedTree, type Tree } from '../learn/tree.ts';
import { exp, log } from '../numeric/portable.ts';
import { COUNTER_UNITS, type Counter, type Counters, counterNames } from './counters.ts';

/** One configuration by prediction. */
export interface SpaceSample {
  readonly kernel: string;
  readonly timeNs: number;
  readonly counters: Counters;
}

/** The configurations of one kernel on one device. */
export interface SampledSpace {
  readonly kernel: string;
  readonly base: SpaceSample;
  /** The base among them or not. */
  readonly samples: readonly SpaceSample[];
  /** Configurations that the space has. */
  readonly configurations: number;
  /** Of those asked for, how many the model refused. */
  readonly refused: number;
}

/** A condition on how a counter differs from the base's: a factor, or points of a share. */
export interface ExplainedSplit {
  readonly counter: Counter;
  readonly isInPoints: boolean;
  /** `low` holds what differs by this much at most. */
  readonly threshold: number;
  readonly low: ExplainedNode;
  readonly high: ExplainedNode;
}

export interface ExplainedNode {
  /** Geometric mean of the configurations' speed-ups over their kernels as they are. */
  readonly speedUp: number;
  readonly configurations: number;
  readonly kernels: readonly string[];
  readonly split?: ExplainedSplit;
}

export interface CounterPart {
  readonly counter: Counter;
  /** Whether differences are in points of a share, as fractions of 1; else they are factors. */
  readonly isInPoints: boolean;
  /** Of the differences between speed-ups that the tree explains, the part by splits at this counter; adds up to 1. */
  readonly share: number;
  /** How it differs from the base in the fastest and the slowest quarter of all configurations: medians. */
  readonly inFastest: number;
  readonly inSlowest: number;
}

/** The JSON of `diagnose --explain-space`, one per device. */
export interface SpaceExplanation {
  readonly schema: 'kernelcast/space-explanation@1';
  readonly profile: string;
  readonly kernels: readonly {
    readonly name: string;
    readonly evaluated: number;
    readonly configurations: number;
    readonly refused: number;
  }[];
  readonly tree: ExplainedNode;
  readonly counters: readonly CounterPart[];
  /** Share of the variance of the speed-ups' logarithms that the tree explains. */
  readonly explained: number;
  /** The same of configurations that were left out when the tree was made; below 0 where a mean would do better. */
  readonly explainedOfLeftOut: number;
}

const MOST_DEPTH = 4;
/** Of all configurations, in a leaf. */
const LEAST_SHARE = 0.06;
const LEAST_ROWS = 2;
const FOLDS = 10;
/** What a leaf may cost when the tree is pruned, as a share of the impurity of the root. */
const LEAF_COSTS = [0.3, 0.2, 0.1, 0.05, 0.03, 0.02, 0.01, 0.005];
/** An error by so much above the least does not make up for a larger tree (Breiman's rule of one standard error). */
const NEARLY = 1.1;
/** Beyond this, how often as much of something there is says no more. */
const MOST_FACTOR = 64;

/** Whether a counter's difference is told in points: of a share a factor says little. */
const isInPoints = (counter: Counter) => COUNTER_UNITS[counter].startsWith('share');

/**
 * How a counter of a configuration differs from the base's: a factor, or points of a share as a fraction of 1; rounded,
 * since what differs by less is no condition to tell anybody.
 */
export function differenceOf(counter: Counter, value: number, base: number): number {
  if (isInPoints(counter)) return Math.round((value - base) * 1e3) / 1e3;
  if (value === base) return 1;
  const factor = Math.min(MOST_FACTOR, Math.max(1 / MOST_FACTOR, base === 0 ? MOST_FACTOR : value / base));
  return Number(factor.toPrecision(3));
}

/**
 * @param profile name of the device that all samples are predictions for
 * @throws RangeError without any sample
 */
export function explainSpace(profile: string, spaces: readonly SampledSpace[]): SpaceExplanation {
  const rows = spaces.flatMap(({ base, samples }) =>
    samples.map((sample) => ({
      kernel: sample.kernel,
      columns: counterNames.map((name) => differenceOf(name, sample.counters[name], base.counters[name])),
      target: log(base.timeNs / sample.timeNs),
    })),
  );
  const leafCost = bestLeafCost(rows);
  const tree = grown(rows, leafCost);
  return {
    schema: 'kernelcast/space-explanation@1',
    profile,
    kernels: spaces.map(({ kernel, samples, configurations, refused }) => ({
      name: kernel,
      evaluated: samples.length,
      configurations,
      refused,
    })),
    tree: nodeOf(tree, rows),
    counters: partsOf(tree, rows),
    explained: 1 - share(leavesImpurity(tree), tree.impurity),
    explainedOfLeftOut: 1 - share(errorOf(rows, leafCost), tree.impurity),
  };
}

interface Row {
  readonly kernel: string;
  readonly columns: readonly number[];
  readonly target: number;
}

function grown(rows: readonly Row[], leafCost: number): Tree<number> {
  const tree = regressionTree(
    rows.map(({ columns }) => columns),
    rows.map(({ target }) => target),
    { mostDepth: MOST_DEPTH, leastRows: Math.max(LEAST_ROWS, Math.floor(LEAST_SHARE * rows.length)) },
  );
  return prunedTree(tree, leafCost * tree.impurity);
}

/** The highest of the leaf costs with which rows that were left out are foretold best, or nearly so. */
function bestLeafCost(rows: readonly Row[]): number {
  const errors = LEAF_COSTS.map((cost) => errorOf(rows, cost));
  const least = Math.min(...errors);
  return LEAF_COSTS[errors.findIndex((error) => error <= NEARLY * least)];
}

/** Sum of squared errors over rows, each foretold by a tree of the other folds. */
function errorOf(rows: readonly Row[], leafCost: number): number {
  const folds = foldsOf(rows);
  let sum = 0;
  for (const fold of new Set(folds)) {
    const others = rows.filter((_, i) => folds[i] !== fold);
    if (others.length === 0) continue;
    const tree = grown(others, leafCost);
    for (const [i, { columns, target }] of rows.entries())
      if (folds[i] === fold) sum += (leafOf(tree, columns).value - target) ** 2;
  }
  return sum;
}

function foldsOf(rows: readonly Row[]): number[] {
  const kernels = [...new Set(rows.map(({ kernel }) => kernel))];
  return rows.map(({ kernel }, i) => (kernels.length > 1 ? kernels.indexOf(kernel) : i % FOLDS));
}

function nodeOf({ value, rows: at, split }: Tree<number>, rows: readonly Row[]): ExplainedNode {
  const node = {
    speedUp: exp(value),
    configurations: at.length,
    kernels: [...new Set(at.map((row) => rows[row].kernel))],
  };
  if (!split) return node;
  const { column, threshold, low, high } = split;
  const counter = counterNames[column];
  const sides = { low: nodeOf(low, rows), high: nodeOf(high, rows) };
  return { ...node, split: { counter, isInPoints: isInPoints(counter), threshold, ...sides } };
}

function partsOf(tree: Tree<number>, rows: readonly Row[]): CounterPart[] {
  const gains = counterNames.map(() => 0);
  addGains(tree, gains);
  const all = gains.reduce((sum, gain) => sum + gain, 0);
  const bySpeed = [...rows].sort((a, b) => b.target - a.target);
  const quarter = Math.max(1, Math.round(rows.length / 4));
  return counterNames
    .map((counter, column) => ({
      counter,
      isInPoints: isInPoints(counter),
      share: share(gains[column], all),
      inFastest: median(bySpeed.slice(0, quarter).map(({ columns }) => columns[column])),
      inSlowest: median(bySpeed.slice(-quarter).map(({ columns }) => columns[column])),
    }))
    .sort((a, b) => b.share - a.share);
}

function addGains({ impurity, split }: Tree<number>, gains: number[]): void {
  if (!split) return;
  gains[split.column] += impurity - split.low.impurity - split.high.impurity;
  addGains(split.low, gains);
  addGains(split.high, gains);
}

function leavesImpurity({ impurity, split }: Tree<number>): number {
  return split ? leavesImpurity(split.low) + leavesImpurity(split.high) : impurity;
}

const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
