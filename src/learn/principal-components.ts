// Principal component analysis: columns brought to mean 0 and deviation 1, then turned so that few numbers keep most of
// what varies (Pearson, 1901; Magni's thesis, sections 2.6.3 and 7.6.5). Eigenvectors by Jacobi's rotations, which are
// exact enough for the few dozen columns that this is for and give the same result everywhere.

import type { Table } from './tree.ts';

export interface Components {
  /** Of each column of the table. */
  readonly means: readonly number[];
  /** Of each column; 1 where it does not vary. */
  readonly deviations: readonly number[];
  /** One row of weights per component, the one that keeps most first. */
  readonly directions: readonly (readonly number[])[];
  /** Share of the variance of all columns that each component keeps. */
  readonly shares: readonly number[];
}

const SWEEPS = 60;
const NEGLIGIBLE = 1e-20;

/**
 * The fewest components that keep a share of the variance.
 *
 * @param table at least one row; finite numbers
 * @param share of the variance, 0 to 1; 0.95 in the thesis
 * @throws RangeError for a table without rows
 */
export function principalComponents(table: Table, share: number): Components {
  if (table.length === 0) throw new RangeError('components need at least one row');
  const width = table[0].length;
  const columns = Array.from({ length: width }, (_, column) => table.map((row) => row[column]));
  const means = columns.map(mean);
  const deviations = columns.map((column, i) => {
    const deviation = Math.sqrt(mean(column.map((value) => (value - means[i]) ** 2)));
    return deviation > 1e-12 * Math.abs(means[i]) ? deviation : 1;
  });
  const scaled = columns.map((column, i) => column.map((value) => (value - means[i]) / deviations[i]));
  const correlations = scaled.map((a) => scaled.map((b) => mean(a.map((value, row) => value * b[row]))));
  const { values, vectors } = eigen(correlations);
  const order = values.map((_, i) => i).sort((a, b) => values[b] - values[a]);
  const total = values.reduce((sum, value) => sum + value, 0);
  const shares: number[] = [];
  for (let kept = 0; kept < share - 1e-9 && shares.length < width && total > 0; ) {
    const next = values[order[shares.length]] / total;
    shares.push(next);
    kept += next;
  }
  const directions = shares.map((_, i) => vectors.map((row) => row[order[i]]));
  return { means, deviations, directions, shares };
}

/** A row of columns as components. */
export function componentsOf(
  { means, deviations, directions }: Components,
  row: readonly number[],
): number[] {
  const scaled = row.map((value, i) => (value - means[i]) / deviations[i]);
  return directions.map((direction) => direction.reduce((sum, weight, i) => sum + weight * scaled[i], 0));
}

/** Eigenvalues of a symmetric matrix, and their vectors as columns. */
function eigen(symmetric: Table): { readonly values: number[]; readonly vectors: number[][] } {
  const size = symmetric.length;
  const a = symmetric.map((row) => [...row]);
  const v = a.map((_, i) => a.map((_, j) => (i === j ? 1 : 0)));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let outside = 0;
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) outside += a[p][q] ** 2;
    if (outside < NEGLIGIBLE) break;
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) if (a[p][q] !== 0) rotate(a, v, p, q);
  }
  return { values: a.map((row, i) => row[i]), vectors: v };
}

/** The rotation that makes `a[p][q]` nothing, applied to both sides of `a` and to the vectors. */
function rotate(a: number[][], v: number[][], p: number, q: number): void {
  const theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  const turn = (row: number[]) => {
    const [x, y] = [row[p], row[q]];
    row[p] = cosine * x - sine * y;
    row[q] = sine * x + cosine * y;
  };
  for (const row of a) turn(row);
  for (let k = 0; k < a.length; k++) {
    const [x, y] = [a[p][k], a[q][k]];
    a[p][k] = cosine * x - sine * y;
    a[q][k] = sine * x + cosine * y;
  }
  for (const row of v) turn(row);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
