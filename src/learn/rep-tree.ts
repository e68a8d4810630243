// Trees with reduced-error pruning (Quinlan, "Simplifying Decision Trees", 1987), as Weka's REPTree has them: grown by
// variance on a part of the rows, pruned where the rows that were kept back show no gain, and their values taken anew
// from all rows in the end.

import { regressionTree } from './regression-tree.ts';
import { leafOf, type Table, type Tree } from './tree.ts';

/** A node; plain data, so that it can be kept as JSON. */
export interface RepTree {
  readonly value: number;
  readonly split?: {
    readonly column: number;
    /** Rows up to and with it go to `low`. */
    readonly threshold: number;
    readonly low: RepTree;
    readonly high: RepTree;
  };
}

export interface RepOptions {
  /** One row of so many prunes; 3 by default. */
  readonly folds?: number;
  /** Rows that a leaf has at least; 2 by default. */
  readonly leastRows?: number;
}

/** Of the variance of all, what a split takes away at least. */
const LEAST_GAIN = 1e-3;

/**
 * Rows prune by their position, every third: bring them into an order that means nothing.
 *
 * @param table rows of columns, finite numbers
 * @param targets what each row should give, finite numbers
 * @throws RangeError where the table has no rows or as many as there are targets
 */
export function repTree(
  table: Table,
  targets: readonly number[],
  { folds = 3, leastRows = 2 }: RepOptions = {},
): RepTree {
  if (table.length !== targets.length)
    throw new RangeError(`${table.length} rows, but ${targets.length} targets`);
  const rows = [...table.keys()];
  const keptBack = rows.length < folds ? [] : rows.filter((row) => row % folds === folds - 1);
  const growing = rows.length < folds ? rows : rows.filter((row) => row % folds !== folds - 1);
  const grown = regressionTree(
    growing.map((row) => table[row]),
    growing.map((row) => targets[row]),
    { leastRows, leastGain: LEAST_GAIN },
  );
  return backFitted(prunedBy(grown, keptBack), rows);

  /** Without the subtrees that make the error on these rows no smaller. */
  function prunedBy({ split, ...leaf }: Tree<number>, held: readonly number[]): Tree<number> {
    if (!split) return leaf;
    const isLow = (row: number) => table[row][split.column] <= split.threshold;
    const low = prunedBy(split.low, held.filter(isLow));
    const high = prunedBy(
      split.high,
      held.filter((row) => !isLow(row)),
    );
    const node = { ...leaf, split: { ...split, low, high } };
    const squares = (tree: Tree<number>) =>
      held.reduce((sum, row) => sum + (leafOf(tree, table[row]).value - targets[row]) ** 2, 0);
    return squares(leaf) <= squares(node) ? leaf : node;
  }

  function backFitted({ split, value }: Tree<number>, own: readonly number[]): RepTree {
    const mean = own.length === 0 ? value : own.reduce((sum, row) => sum + targets[row], 0) / own.length;
    if (!split) return { value: mean };
    const { column, threshold, low, high } = split;
    const isLow = (row: number) => table[row][column] <= threshold;
    return {
      value: mean,
      split: {
        column,
        threshold,
        low: backFitted(low, own.filter(isLow)),
        high: backFitted(
          high,
          own.filter((row) => !isLow(row)),
        ),
      },
    };
  }
}

/** What the tree says of a row of columns. */
export function repValue(tree: RepTree, columns: readonly number[]): number {
  let node = tree;
  while (node.split)
    node = columns[node.split.column] <= node.split.threshold ? node.split.low : node.split.high;
  return node.value;
}
