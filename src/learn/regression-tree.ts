// Regression trees: a number from columns of numbers. A node's impurity is the sum of squared differences from its
// mean, so a split takes away as much variance as one can (Breiman et al., 1984, chapter 8).

import { type Criterion, growTree, type Table, type Tree, type TreeOptions } from './tree.ts';

/**
 * @param table rows of columns, finite numbers
 * @param targets what each row should give, finite numbers; the impurity is in their square
 * @throws RangeError where the table has no rows or as many as there are targets
 */
export function regressionTree(
  table: Table,
  targets: readonly number[],
  options?: TreeOptions,
): Tree<number> {
  if (table.length !== targets.length)
    throw new RangeError(`${table.length} rows, but ${targets.length} targets`);
  return growTree(table, squaredDifferences(targets), options);
}

/** Sums of differences from the mean of all, which are small where the targets are large and alike. */
function squaredDifferences(targets: readonly number[]): Criterion<number> {
  const mean = targets.reduce((sum, target) => sum + target, 0) / targets.length;
  return {
    width: 2,
    add(sums, row, sign) {
      const difference = targets[row] - mean;
      sums[0] += sign * difference;
      sums[1] += sign * difference * difference;
    },
    impurity: (sums, count) => Math.max(0, sums[1] - (sums[0] * sums[0]) / count),
    value: (sums, count) => mean + sums[0] / count,
  };
}
