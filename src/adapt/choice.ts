// The rule that picks a variant: a small decision tree over the features of an input, grown by what a wrong variant
// costs (src/learn/decision-tree.ts), and cut back to leaves that earn their place.

import { costTree } from '../learn/decision-tree.ts';
import { prunedTree, type Tree } from '../learn/tree.ts';
import type { Losses } from './choose-variants.ts';
import { columnOf, type DeviceFacts, type Feature, limitBetween, quantityOf } from './features.ts';
import type { Input, InputSpace } from './input-space.ts';

/** Somebody runs the kernel: an input, on a device where several are meant. */
export interface Situation {
  readonly input: Input;
  readonly device?: DeviceFacts | undefined;
}

/** A question and where its answers lead, or the variant to run. */
export type Choice =
  | { readonly variant: number }
  | {
      readonly feature: Feature;
      /** Up to and with this quantity: `low`. */
      readonly limit: number;
      readonly low: Choice;
      readonly high: Choice;
    };

export interface ChoiceOptions {
  /** Questions between the first and a variant at most. */
  readonly mostDepth?: number;
  /** Situations that a leaf has at least. */
  readonly leastRows?: number;
  /** What a leaf has to save to be there, as the mean logarithm of the ratio of times over all situations. */
  readonly perLeaf?: number;
}

const MOST_DEPTH = 5;
/**
 * A leaf of fewer situations follows single ones: of predictions for eight kernels at twelve inputs (bench/adapt), left
 * out in turn, three came closest to the best. With few inputs there is less to share out.
 */
const LEAST_ROWS = 3;
const LEAST_PART = 1 / 4;
const PER_LEAF = 0.001;

/** @param losses of each situation with each variant, as logarithms of the ratio of times */
export function learnChoice(
  space: InputSpace,
  features: readonly Feature[],
  situations: readonly Situation[],
  losses: Losses,
  { mostDepth = MOST_DEPTH, leastRows = leastOf(situations.length), perLeaf = PER_LEAF }: ChoiceOptions = {},
): Choice {
  const table = situations.map(({ input, device }) =>
    features.map((feature) => columnOf(feature, space, input, device)),
  );
  const tree = prunedTree(costTree(table, losses, { mostDepth, leastRows }), perLeaf * situations.length);
  return choiceOf(tree);

  function choiceOf({ split, value }: Tree<number>): Choice {
    if (split === undefined) return { variant: value };
    const [low, high] = [choiceOf(split.low), choiceOf(split.high)];
    // Both sides may have come to the same in the end.
    if ('variant' in low && 'variant' in high && low.variant === high.variant) return low;
    const feature = features[split.column];
    const quantities = ({ rows }: Tree<number>) =>
      rows.map((row) => quantityOf(feature, space, situations[row].input, situations[row].device));
    const limit = limitBetween(Math.max(...quantities(split.low)), Math.min(...quantities(split.high)));
    return { feature, limit, low, high };
  }
}

function leastOf(situations: number): number {
  return Math.max(1, Math.min(LEAST_ROWS, Math.round(situations * LEAST_PART)));
}

/** The variant that a choice picks. */
export function chosen(choice: Choice, space: InputSpace, { input, device }: Situation): number {
  let node = choice;
  while (!('variant' in node))
    node = quantityOf(node.feature, space, input, device) <= node.limit ? node.low : node.high;
  return node.variant;
}
