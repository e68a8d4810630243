// Decision trees: a class from columns of numbers (Breiman et al., 1984, chapter 4). By Gini's index where all
// mistakes are alike, by what each class would cost each row where they are not.

import { type Criterion, growTree, type Table, type Tree, type TreeOptions } from './tree.ts';

/**
 * A tree of classes by Gini's index: the share of rows that would be wrong if each drew the class of another row.
 *
 * @param table rows of columns, finite numbers
 * @param classes of each row, whole numbers from 0 on
 * @throws RangeError where the table has no rows, or not as many as there are classes
 */
export function decisionTree(table: Table, classes: readonly number[], options?: TreeOptions): Tree<number> {
  checkRows(table, classes.length);
  const width = Math.max(...classes) + 1;
  const gini: Criterion<number> = {
    width,
    add(sums, row, sign) {
      sums[classes[row]] += sign;
    },
    impurity: (sums, count) => Math.max(0, count - sums.reduce((sum, each) => sum + each * each, 0) / count),
    value: (sums) => indexOfMost(sums),
  };
  return growTree(table, gini, options);
}

/**
 * A tree of classes by what they cost: a leaf has the class that is cheapest for its rows together. Its impurity is
 * what that costs beyond each row's cheapest, and a hundredth of what drawing the class of another row would: where no
 * split makes anything cheaper at once, one is taken that tells rows apart whose cheapest classes differ.
 *
 * @param costs of each row, what each class would cost it: finite, in one unit, all of one length
 * @throws RangeError where the table has no rows, or not as many as there are costs
 */
export function costTree(
  table: Table,
  costs: readonly (readonly number[])[],
  options?: TreeOptions,
): Tree<number> {
  checkRows(table, costs.length);
  const classCount = costs[0].length;
  const cheapest = costs.map(indexOfLeast);
  const losses = costs.map((ofRow, row) => ofRow.map((cost) => cost - ofRow[cheapest[row]]));
  const lossesOf = (sums: Float64Array) => sums.subarray(0, classCount);
  const byLoss: Criterion<number> = {
    // Losses by class, then how many rows each class is cheapest for.
    width: 2 * classCount,
    add(sums, row, sign) {
      for (let each = 0; each < classCount; each++) sums[each] += sign * losses[row][each];
      sums[classCount + cheapest[row]] += sign;
    },
    impurity(sums, count) {
      let [least, drawn] = [Number.POSITIVE_INFINITY, 0];
      for (let each = 0; each < classCount; each++) {
        least = Math.min(least, sums[each]);
        drawn += (sums[each] * sums[classCount + each]) / count;
      }
      return Math.max(0, least + TELLING_APART * (drawn - least));
    },
    value: (sums) => indexOfLeast(lossesOf(sums)),
  };
  return growTree(table, byLoss, options);
}

/** Share that what drawing a class at random would lose has in a split's worth: it only has to break ties. */
const TELLING_APART = 0.01;

function checkRows(table: Table, count: number): void {
  if (table.length !== count) throw new RangeError(`${table.length} rows, but classes of ${count}`);
}

function indexOfLeast(values: ArrayLike<number>): number {
  let least = 0;
  for (let i = 1; i < values.length; i++) if (values[i] < values[least]) least = i;
  return least;
}

function indexOfMost(values: ArrayLike<number>): number {
  let most = 0;
  for (let i = 1; i < values.length; i++) if (values[i] > values[most]) most = i;
  return most;
}
