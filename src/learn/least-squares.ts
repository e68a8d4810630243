// Linear models by least squares: a constant and a weight per column. Columns are brought to mean 0 and deviation 1
// first, and a little is added to the diagonal (ridge regression), so that columns that say the same share a weight
// and fewer rows than columns still give an answer.

import type { Table } from './tree.ts';

export interface LinearModel {
  readonly constant: number;
  /** One per column; 0 for those that were left out or do not vary. */
  readonly weights: readonly number[];
}

/** Share of a column's variance that is added to the diagonal. */
const RIDGE = 1e-6;

/**
 * @param table rows of columns, finite numbers; at least one row
 * @param targets what each row should give
 * @param columns which columns may be used; all by default
 * @param rowWeights how much each row counts; all alike by default
 */
export function leastSquares(
  table: Table,
  targets: readonly number[],
  columns: readonly number[] = [...table[0].keys()],
  rowWeights?: readonly number[],
): LinearModel {
  const count = table.length;
  const total = rowWeights ? rowWeights.reduce((sum, each) => sum + each, 0) : count;
  const mean = (of: (row: number) => number) => {
    let sum = 0;
    for (let row = 0; row < count; row++) sum += rowWeights ? rowWeights[row] * of(row) : of(row);
    return sum / total;
  };
  const targetMean = mean((row) => targets[row]);
  const scaled = columns.flatMap((column) => {
    const center = mean((row) => table[row][column]);
    const deviation = Math.sqrt(mean((row) => (table[row][column] - center) ** 2));
    // What varies less than rounding does not vary.
    if (!(deviation > 1e-12 * Math.abs(center))) return [];
    return [{ column, center, deviation, values: table.map((row) => (row[column] - center) / deviation) }];
  });
  const matrix = scaled.map((a, i) =>
    scaled.map((b, j) => mean((row) => a.values[row] * b.values[row]) + (i === j ? RIDGE : 0)),
  );
  const right = scaled.map((a) => mean((row) => a.values[row] * (targets[row] - targetMean)));
  const solution = solve(matrix, right);
  const weights = table[0].map(() => 0);
  let constant = targetMean;
  for (const [at, { column, center, deviation }] of scaled.entries()) {
    weights[column] = solution[at] / deviation;
    constant -= weights[column] * center;
  }
  return { constant, weights };
}

/** What a model says of a row of columns. */
export function linearValue({ constant, weights }: LinearModel, columns: readonly number[]): number {
  return weights.reduce(
    (sum, weight, column) => (weight === 0 ? sum : sum + weight * columns[column]),
    constant,
  );
}

/** Solves symmetric positive definite equations by elimination, which then needs no pivoting. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at]]);
  const size = rows.length;
  for (let i = 0; i < size; i++) {
    for (let j = i + 1; j < size; j++) {
      const factor = rows[j][i] / rows[i][i];
      for (let k = i; k <= size; k++) rows[j][k] -= factor * rows[i][k];
    }
  }
  const solution: number[] = new Array(size).fill(0);
  for (let i = size - 1; i >= 0; i--) {
    let rest = rows[i][size];
    for (let k = i + 1; k < size; k++) rest -= rows[i][k] * solution[k];
    solution[i] = rest / rows[i][i];
  }
  return solution;
}
