// A neural network for yes or no with one hidden layer (Magni's thesis, sections 2.6.2 and 7.6.2): tanh, then a logistic
// output, trained on all rows at once by the cross entropy, with weights held small. Steps are those of Rprop (Riedmiller
// and Braun, 1993), which look at signs of slopes only and so need no rate to be chosen.

import { exp } from '../numeric/portable.ts';
import type { Table } from './tree.ts';

/** Weights of each unit, the last for the constant 1. */
export interface Network {
  readonly hidden: readonly (readonly number[])[];
  readonly output: readonly number[];
}

export interface TrainingOptions {
  readonly hiddenUnits: number;
  readonly rounds: number;
  /** What the square of a weight costs, beside the mean cross entropy of a row. */
  readonly decay: number;
  /** Uniform in 0 to 1, for the weights to begin with. */
  readonly random: () => number;
}

const STEP = { first: 0.01, least: 1e-6, most: 1, more: 1.2, less: 0.5 };

/**
 * @param table rows of columns, best of deviation 1
 * @param answers of each row
 * @throws RangeError where the table has no rows, or not as many as there are answers
 */
export function trainNetwork(table: Table, answers: readonly boolean[], options: TrainingOptions): Network {
  if (table.length === 0 || table.length !== answers.length)
    throw new RangeError(`${table.length} rows, and answers to ${answers.length}`);
  const { hiddenUnits, rounds, random } = options;
  const width = table[0].length + 1;
  const count = hiddenUnits * width + hiddenUnits + 1;
  const weights = Float64Array.from({ length: count }, () => random() - 0.5);
  const steps = new Float64Array(count).fill(STEP.first);
  let before = new Float64Array(count);
  for (let round = 0; round < rounds; round++) {
    const slopes = slopesOf(networkOf(weights, hiddenUnits, width), table, answers, weights, options.decay);
    for (let i = 0; i < count; i++) {
      const agreement = slopes[i] * before[i];
      if (agreement > 0) steps[i] = Math.min(STEP.most, steps[i] * STEP.more);
      if (agreement < 0) {
        steps[i] = Math.max(STEP.least, steps[i] * STEP.less);
        slopes[i] = 0;
      }
      weights[i] -= Math.sign(slopes[i]) * steps[i];
    }
    before = slopes;
  }
  return networkOf(weights, hiddenUnits, width);
}

/** How likely the answer is yes, 0 to 1. */
export function probability(network: Network, row: readonly number[]): number {
  return logistic(weighted(network.output, hiddenOf(network, row)));
}

/** Slopes of the cost by each weight, in the order of `networkOf`. */
function slopesOf(
  network: Network,
  table: Table,
  answers: readonly boolean[],
  weights: Float64Array,
  decay: number,
): Float64Array<ArrayBuffer> {
  const slopes = Float64Array.from(weights, (weight) => 2 * decay * weight);
  const width = table[0].length + 1;
  const units = network.hidden.length;
  for (const [at, row] of table.entries()) {
    const active = hiddenOf(network, row);
    const wrong = (logistic(weighted(network.output, active)) - (answers[at] ? 1 : 0)) / table.length;
    for (let unit = 0; unit <= units; unit++) slopes[units * width + unit] += wrong * (active[unit] ?? 1);
    for (let unit = 0; unit < units; unit++) {
      const back = wrong * network.output[unit] * (1 - active[unit] ** 2);
      for (let i = 0; i < width; i++) slopes[unit * width + i] += back * (row[i] ?? 1);
    }
  }
  return slopes;
}

function networkOf(weights: Float64Array, units: number, width: number): Network {
  const hidden = Array.from({ length: units }, (_, unit) => [
    ...weights.subarray(unit * width, (unit + 1) * width),
  ]);
  return { hidden, output: [...weights.subarray(units * width)] };
}

const hiddenOf = ({ hidden }: Network, row: readonly number[]) =>
  hidden.map((unit) => 2 * logistic(2 * weighted(unit, row)) - 1);

/** Sum of weight times value, with the constant 1 behind the values. */
function weighted(weights: readonly number[], values: readonly number[]): number {
  let sum = weights[values.length];
  for (let i = 0; i < values.length; i++) sum += weights[i] * values[i];
  return sum;
}

const logistic = (x: number) => 1 / (1 + exp(-x));
