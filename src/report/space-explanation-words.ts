// What a space explanation says in single words: differences of counters, conditions, the answer.

import type { ExplainedNode, ExplainedSplit, SpaceExplanation } from '../analyze/explain-space.ts';
import { printable } from '../diagnostics/printable.ts';
import { COUNTER_WORDS } from './counter-words.ts';
import { formatNumber, formatShare } from './units.ts';

/** `0.5×`, or `-12 points` of a share. */
export function difference(value: number, isInPoints: boolean): string {
  if (!isInPoints) return `${formatNumber(value)}×`;
  const points = formatNumber(Number((100 * value).toFixed(1)));
  return `${value > 0 ? '+' : ''}${points} points`;
}

export const speed = (node: Pick<ExplainedNode, 'speedUp'>) => `${formatNumber(node.speedUp)}×`;

/** What holds on either side of a split. */
export function condition({ counter, isInPoints, threshold }: ExplainedSplit, side: 'low' | 'high'): string {
  const words = side === 'low' ? 'at most' : 'more than';
  return `${COUNTER_WORDS[counter]} ${words} ${difference(threshold, isInPoints)}`;
}

/** `48 configurations`, of several kernels with their number. */
export function size({ configurations, kernels }: ExplainedNode): string {
  const of = kernels.length > 1 ? ` of ${kernels.length} kernels` : '';
  return `${configurations} configuration${configurations === 1 ? '' : 's'}${of}`;
}

/** The first line: what the speed-ups of a device come with. */
export function answerOf({ profile, kernels, tree, counters }: SpaceExplanation): string {
  const what = kernels.length === 1 ? printable(kernels[0].name) : `${kernels.length} kernels`;
  const parts = counters.filter(({ share }) => share >= 0.1).slice(0, 3);
  const named = parts.map(({ counter, share }) => `${COUNTER_WORDS[counter]} (${formatShare(share)})`);
  const come =
    named.length === 0
      ? 'no counter tells fast configurations from slow ones'
      : `what is fast or slow goes with ${named.join(', ')}`;
  return `${what} on ${profile}: ${come}, in ${size(tree)}`;
}

/** How far the tree is to be trusted. */
export function trust({ explained, explainedOfLeftOut, kernels }: SpaceExplanation): string {
  const left = kernels.length > 1 ? 'kernels' : 'configurations';
  const unseen =
    explainedOfLeftOut > 0
      ? `${formatShare(explainedOfLeftOut)} of those between ${left} that it has not seen`
      : `none of those between ${left} that it has not seen: it says nothing of others`;
  return `The tree explains ${formatShare(Math.max(0, explained))} of the differences between speed-ups, and ${unseen}.`;
}
