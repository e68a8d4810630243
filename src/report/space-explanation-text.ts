// Which counters a space's speed-ups come with, as text: per device the answer, the counters, the tree.

import type { CounterPart, ExplainedNode, SpaceExplanation } from '../analyze/explain-space.ts';
import { printable } from '../diagnostics/printable.ts';
import { COUNTER_WORDS } from './counter-words.ts';
import { columnsOf, type Style, table, wrap } from './layout.ts';
import { answerOf, condition, difference, size, speed, trust } from './space-explanation-words.ts';
import { formatShare } from './units.ts';

const LEAST_SHARE = 0.005;

export function spaceExplanationText(explanations: readonly SpaceExplanation[], style: Style): string {
  return explanations.map((each) => textOf(each, style)).join('\n');
}

function textOf(explanation: SpaceExplanation, style: Style): string {
  const { kernels, tree } = explanation;
  const evaluated = kernels.map(
    ({ name, evaluated, configurations, refused }) =>
      `${printable(name)} ${evaluated} of ${configurations}${refused > 0 ? `, ${refused} refused` : ''}`,
  );
  const parts = [
    style.bold(wrap(answerOf(explanation))),
    wrap(trust(explanation)),
    '',
    partsTable(explanation.counters, style),
    '',
    style.bold('Speed-up over the kernel as it is, by how counters differ from its'),
    ...branch(tree, '', 'all'),
    '',
    wrap(`configurations evaluated, by prediction: ${evaluated.join('; ')}`),
  ];
  return `${parts.join('\n')}\n`;
}

function partsTable(counters: readonly CounterPart[], style: Style): string {
  const shown = counters.filter(({ share }) => share >= LEAST_SHARE);
  if (shown.length === 0) return wrap('no counter has a part in it');
  const rows = shown.map(({ counter, isInPoints, share, inFastest, inSlowest }) => [
    COUNTER_WORDS[counter],
    formatShare(share),
    difference(inFastest, isInPoints),
    difference(inSlowest, isInPoints),
  ]);
  return table(columnsOf('counter', '>part', '>in the fastest quarter', '>in the slowest'), rows, style);
}

/** A line per node, its sides below it. */
function branch(node: ExplainedNode, indent: string, name: string): string[] {
  const line = wrap(
    `${indent}  ${speed(node)}  ${name}, ${size(node)}`.slice(indent.length + 2),
    98 - indent.length,
  );
  const own = line.replaceAll('\n', `\n${indent}      `);
  const { split } = node;
  if (!split) return [`${indent}  ${own}`];
  return [
    `${indent}  ${own}`,
    ...branch(split.low, `${indent}  `, condition(split, 'low')),
    ...branch(split.high, `${indent}  `, condition(split, 'high')),
  ];
}
