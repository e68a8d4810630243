// Model trees: a linear model in each leaf, M5 (Quinlan, 1992) as Wang and Witten have written it down (M5', 1997). A
// node splits where the standard deviation falls most; every node gets a linear model of the columns that its subtree
// asks for, freed of terms that do not earn their keep; a subtree goes where its node's model promises no larger
// error; and what a leaf says is smoothed by the models on the way to it.

import { type LinearModel, leastSquares, linearValue } from './least-squares.ts';
import { type Criterion, growTree, type Table, type Tree } from './tree.ts';

/** A node with its linear model; plain data, so that it can be kept as JSON. */
export interface ModelTree {
  readonly model: LinearModel;
  /** Rows that the model was made from. */
  readonly count: number;
  readonly split?: {
    readonly column: number;
    /** Rows up to and with it go to `low`. */
    readonly threshold: number;
    readonly low: ModelTree;
    readonly high: ModelTree;
  };
}

/** M5's own numbers: a node of fewer rows is a leaf, as one that varies by less than this share of all. */
const LEAST_ROWS = 4;
const LEAST_DEVIATION = 0.05;
/** A model whose rows are off by less than this share of the deviation of all is exact (Weka's M5P has 1e-5). */
const EXACT = 1e-4;
/** How many rows a model further up counts for when a leaf's value is smoothed. */
const SMOOTHING_ROWS = 15;

/**
 * @param table rows of columns, finite numbers
 * @param targets what each row should give, finite numbers
 * @throws RangeError where the table has no rows or as many as there are targets
 */
export function modelTree(table: Table, targets: readonly number[]): ModelTree {
  if (table.length !== targets.length)
    throw new RangeError(`${table.length} rows, but ${targets.length} targets`);
  const grown = growTree(table, deviations(targets), { leastRows: LEAST_ROWS / 2 });
  const deviation = grown.impurity / table.length;
  return withModels(grown, { table, targets, deviation }).tree;
}

/** What the tree says of a row of columns, smoothed from the leaf up: (n·below + k·here) / (n + k). */
export function modelValue(tree: ModelTree, columns: readonly number[]): number {
  const here = linearValue(tree.model, columns);
  if (!tree.split) return here;
  const { column, threshold, low, high } = tree.split;
  const child = columns[column] <= threshold ? low : high;
  const below = modelValue(child, columns);
  return (child.count * below + SMOOTHING_ROWS * here) / (child.count + SMOOTHING_ROWS);
}

/** Rows times their standard deviation, so that the best split reduces the expected deviation most. */
function deviations(targets: readonly number[]): Criterion<number> {
  const mean = targets.reduce((sum, target) => sum + target, 0) / targets.length;
  return {
    width: 2,
    add(sums, row, sign) {
      const difference = targets[row] - mean;
      sums[0] += sign * difference;
      sums[1] += sign * difference * difference;
    },
    impurity: (sums, count) => Math.sqrt(Math.max(0, count * sums[1] - sums[0] * sums[0])),
    value: (sums, count) => mean + sums[0] / count,
  };
}

interface Training {
  readonly table: Table;
  readonly targets: readonly number[];
  /** Of all targets. */
  readonly deviation: number;
}

/** A node's tree with the columns that it asks for, and its error to be expected, summed over its rows. */
interface Modelled {
  readonly tree: ModelTree;
  readonly columns: ReadonlySet<number>;
  readonly error: number;
}

function withModels({ split, rows, impurity }: Tree<number>, training: Training): Modelled {
  const isAlike = impurity / rows.length < LEAST_DEVIATION * training.deviation;
  const isLeaf = !split || rows.length < LEAST_ROWS || isAlike;
  const [low, high] = isLeaf ? [] : [withModels(split.low, training), withModels(split.high, training)];
  const columns = new Set([...(low?.columns ?? []), ...(high?.columns ?? [])]);
  if (!isLeaf) columns.add(split.column);
  const { model, error } = simplified(
    rows,
    [...columns].sort((a, b) => a - b),
    training,
  );
  const leaf = { model, count: rows.length };
  const isExact = error <= EXACT * training.deviation * rows.length;
  if (isLeaf || !low || !high || isExact || low.error + high.error >= error)
    return { tree: leaf, columns: isLeaf ? new Set() : columns, error };
  const { column, threshold } = split;
  const tree = { ...leaf, split: { column, threshold, low: low.tree, high: high.tree } };
  return { tree, columns, error: low.error + high.error };
}

/** The linear model without the terms whose absence lowers the expected error, dropped one by one. */
function simplified(
  rows: readonly number[],
  columns: readonly number[],
  { table, targets }: Training,
): { readonly model: LinearModel; readonly error: number } {
  const own = rows.map((row) => table[row]);
  const wanted = rows.map((row) => targets[row]);
  const fitted = (kept: readonly number[]) => {
    const model = leastSquares(own, wanted, kept);
    const residuals = own.reduce((sum, row, at) => sum + Math.abs(linearValue(model, row) - wanted[at]), 0);
    return { model, kept, error: residuals * pessimism(rows.length, kept.length + 1) };
  };
  let best = fitted(columns);
  for (;;) {
    const fewer = best.kept.map((column) => fitted(best.kept.filter((each) => each !== column)));
    const better = fewer.reduce((a, b) => (b.error < a.error ? b : a), best);
    if (better === best) return best;
    best = better;
  }
}

/** Models of many terms look better on their own rows than they are: (n + v) / (n − v). */
function pessimism(rows: number, terms: number): number {
  return rows > terms ? (rows + terms) / (rows - terms) : Number.POSITIVE_INFINITY;
}
