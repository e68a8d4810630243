// A support vector machine for two classes with a Gaussian kernel (Cortes and Vapnik, 1995), trained by sequential
// minimal optimization (Platt, 1998): the pair of rows that violates the optimum most is solved exactly until none
// violates it by more than a tolerance (Keerthi et al., 2001). Nothing is drawn at random, so equal input gives an
// equal machine.

import type { Table } from './tree.ts';

/** A trained machine; plain data, so that it can be kept as JSON. */
export interface SupportVectorMachine {
  /** What brings each column to mean 0 and deviation 1. */
  readonly center: readonly number[];
  readonly deviation: readonly number[];
  readonly gamma: number;
  readonly bias: number;
  readonly supports: readonly SupportVector[];
}

interface SupportVector {
  /** Scaled columns. */
  readonly at: readonly number[];
  /** Its multiplier with the sign of its class. */
  readonly weight: number;
}

export interface SvmOptions {
  /** What a row on the wrong side costs; 1 by default. */
  readonly cost?: number;
  /** How fast the kernel falls with squared distance in scaled columns; one over their number by default. */
  readonly gamma?: number;
}

const TOLERANCE = 1e-3;
const MOST_ROUNDS = 100_000;

/**
 * @param table rows of columns, finite numbers
 * @param isMember which rows belong to the class; where all or none do, the machine says so of everything
 * @throws RangeError where the table has no rows or as many as there are classes given
 */
export function trainSvm(
  table: Table,
  isMember: readonly boolean[],
  { cost = 1, gamma = 1 / (table[0]?.length ?? 1) }: SvmOptions = {},
): SupportVectorMachine {
  if (table.length === 0 || table.length !== isMember.length)
    throw new RangeError(`${table.length} rows, but ${isMember.length} classes`);
  const { center, deviation } = scalingOf(table);
  const rows = table.map((row) => scaled(row, center, deviation));
  const sign = isMember.map((each) => (each ? 1 : -1));
  const kernel = rows.map((a) => Float64Array.from(rows, (b) => kernelOf(a, b, gamma)));
  const alpha = new Float64Array(rows.length);
  // Of the dual problem: gradient of row i is sign · f(i) − 1, kept up as multipliers change.
  const gradient = new Float64Array(rows.length).fill(-1);
  let bias = 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { up, down, upValue, downValue } = mostViolating(alpha, gradient, sign, cost);
    bias = (upValue + downValue) / 2;
    if (up < 0 || down < 0 || upValue - downValue < TOLERANCE) break;
    const curvature = Math.max(1e-12, kernel[up][up] + kernel[down][down] - 2 * kernel[up][down]);
    const room = (row: number, towards: number) => (towards > 0 ? cost - alpha[row] : alpha[row]);
    const step = Math.min((upValue - downValue) / curvature, room(up, sign[up]), room(down, -sign[down]));
    alpha[up] += sign[up] * step;
    alpha[down] -= sign[down] * step;
    for (let row = 0; row < rows.length; row++)
      gradient[row] += sign[row] * step * (kernel[row][up] - kernel[row][down]);
  }
  const all = new Set(isMember);
  const supports = rows.flatMap((at, row) =>
    alpha[row] > 0 ? [{ at, weight: alpha[row] * sign[row] }] : [],
  );
  return { center, deviation, gamma, bias: all.size === 1 ? sign[0] : bias, supports };
}

/** Above 0 for members of the class, the further the surer. */
export function decision(
  { center, deviation, gamma, bias, supports }: SupportVectorMachine,
  columns: readonly number[],
): number {
  const row = scaled(columns, center, deviation);
  return supports.reduce((sum, { at, weight }) => sum + weight * kernelOf(at, row, gamma), bias);
}

interface Pair {
  readonly up: number;
  readonly down: number;
  readonly upValue: number;
  readonly downValue: number;
}

/** The rows whose multipliers want to go up and down the most, by the first of equals. */
function mostViolating(
  alpha: Float64Array,
  gradient: Float64Array,
  sign: readonly number[],
  cost: number,
): Pair {
  let [up, down, upValue, downValue] = [-1, -1, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let row = 0; row < alpha.length; row++) {
    const value = -sign[row] * gradient[row];
    const mayRise = alpha[row] < cost;
    const mayFall = alpha[row] > 0;
    if ((sign[row] > 0 ? mayRise : mayFall) && value > upValue) [up, upValue] = [row, value];
    if ((sign[row] > 0 ? mayFall : mayRise) && value < downValue) [down, downValue] = [row, value];
  }
  return { up, down, upValue, downValue };
}

function scalingOf(table: Table): { center: number[]; deviation: number[] } {
  const center = table[0].map((_, column) => mean(table.map((row) => row[column])));
  const deviation = center.map((middle, column) => {
    const spread = Math.sqrt(mean(table.map((row) => (row[column] - middle) ** 2)));
    return spread > 0 ? spread : 1;
  });
  return { center, deviation };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function scaled(row: readonly number[], center: readonly number[], deviation: readonly number[]): number[] {
  return row.map((value, column) => (value - center[column]) / deviation[column]);
}

function kernelOf(a: readonly number[], b: readonly number[], gamma: number): number {
  let distance = 0;
  for (let column = 0; column < a.length; column++) distance += (a[column] - b[column]) ** 2;
  return Math.exp(-gamma * distance);
}
