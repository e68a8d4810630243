// Comments that tell readers of a coarsened kernel whose each copy is.

import type { Merge } from './merge.ts';
import { AXIS_NAMES } from './transformation.ts';

type Copies = Pick<Merge, 'factor' | 'of'>;

const LEGEND = /^\s*(?:\/\/ [A-Z]\w+s 1 .* in names.*\n\s*)+/;

/** In front of a copy, such as `// result 2 of 4 along y`; `known` is what an earlier step wrote there. */
export function copyComment({ factor, of }: Copies, k: number, known = ''): string {
  if (of === undefined) return known.trim();
  const comment = `${of.noun} ${k + 1} of ${factor} along ${AXIS_NAMES[of.axis]}`;
  return known === '' ? `// ${comment}` : `${known.trim()}, ${comment}`;
}

/** Such a comment at the end of a text, with the line end and blanks behind it. */
export function commentAbove(text: string): string {
  return /\/\/ (?:result|invocation|workgroup) \d+ of \d+ along [xyz].*\n[ \t]*$/.exec(text)?.[0] ?? '';
}

/** What numbers in names mean, as the first line of the body; `body` is its text without the brace. */
export function legend({ factor, of }: Copies, body: string): { at: number; lines: string[] } {
  const at = (LEGEND.exec(body)?.[0] ?? '').trimEnd().length;
  if (of === undefined) return { at, lines: [] };
  const to = factor === 2 ? 'and' : 'to';
  const noun = of.noun.charAt(0).toUpperCase() + of.noun.slice(1);
  const where = at === 0 ? 'in names' : 'in names, behind those';
  const line = `// ${noun}s 1 ${to} ${factor} along ${AXIS_NAMES[of.axis]}: _0 ${to} _${factor - 1} ${where}.`;
  return { at, lines: [line] };
}
