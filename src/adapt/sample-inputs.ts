// Which inputs are looked at: first a Latin hypercube (McKay, Beckman and Conover, 1979), where every tenth of each
// param has its share of a tenth of the inputs; then between neighbours that do not agree on what is best.

import type { Random } from '../space/random.ts';
import { distance, type Input, type InputSpace, valueAt } from './input-space.ts';

/** Further draws for each input that turned out to be there already. */
const REDRAWS = 8;

/**
 * Different inputs, spread so that each axis is cut into as many strata as there are inputs and every stratum has one.
 * Fewer than `count` where the space has no more.
 */
export function latinHypercube(space: InputSpace, count: number, random: Random): Input[] {
  const found = new Map<string, Input>();
  for (let turn = 0; turn < REDRAWS && found.size < count; turn++) {
    const strata = space.map(() => random.shuffle(Array.from({ length: count }, (_, i) => i)));
    for (let i = 0; i < count && found.size < count; i++) {
      const input = space.map((axis, at) => valueAt(axis, (strata[at][i] + random.next()) / count));
      found.set(input.join(), input);
    }
  }
  return [...found.values()];
}

/** Two inputs that are neighbours, and what not being told apart would cost there. */
export interface Disagreement {
  readonly a: number;
  readonly b: number;
  /** Of the logarithm of the time: what the one loses with the other's best that loses less. */
  readonly loss: number;
}

/**
 * Neighbours, those between which no other input lies, that both lose with the best of the other. Where one of them does
 * not, the search has merely missed at the other what it has found here.
 * @param lossOf what an input loses with the best of another, as the logarithm of the ratio of times
 */
export function disagreements(
  space: InputSpace,
  inputs: readonly Input[],
  lossOf: (input: number, other: number) => number,
): Disagreement[] {
  const found: Disagreement[] = [];
  for (const [a, b] of neighbours(space, inputs)) {
    const loss = Math.min(lossOf(a, b), lossOf(b, a));
    if (loss > 0) found.push({ a, b, loss });
  }
  return found.sort((one, other) => other.loss - one.loss);
}

/** Pairs that have no third input nearer to both than they are to each other (the relative neighbourhood graph). */
export function neighbours(space: InputSpace, inputs: readonly Input[]): [number, number][] {
  const away = inputs.map((a) => inputs.map((b) => distance(space, a, b)));
  const pairs: [number, number][] = [];
  for (let a = 0; a < inputs.length; a++)
    for (let b = a + 1; b < inputs.length; b++)
      if (!inputs.some((_, c) => Math.max(away[a][c], away[b][c]) < away[a][b])) pairs.push([a, b]);
  return pairs;
}

/** The input of the space nearest to the middle of two; undefined where that is one of them. */
export function between(space: InputSpace, a: Input, b: Input): Input | undefined {
  const middle = space.map((axis, at) => {
    const target = a[at] > 0 && b[at] > 0 ? Math.sqrt(a[at] * b[at]) : (a[at] + b[at]) / 2;
    const away = (value: number) => Math.abs(value - target);
    return axis.values.reduce((best, value) => (away(value) < away(best) ? value : best));
  });
  const isOneOf = [a, b].some((end) => end.every((value, at) => value === middle[at]));
  return isOneOf ? undefined : middle;
}
