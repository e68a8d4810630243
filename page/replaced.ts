// A paste over the whole shader begins another kernel, which its launch file knows nothing of. The editor tells that from
// an edit, and its undoing brings the former kernel back with all that belonged to it.

import { invertedEffects } from '@codemirror/commands';
import { EditorState, type Extension, StateEffect, type Transaction } from '@codemirror/state';
import type { Document } from './document.ts';

/** The change makes another document of it: one that was there before, or none yet. */
const another = StateEffect.define<{ readonly document?: Document }>();

export type Replaced = ReturnType<typeof another.of>['value'];

/** @param current the page's document, before a change */
export function replacements(current: () => Document): Extension {
  return [
    EditorState.transactionExtender.of((each) => (isReplacing(each) ? { effects: another.of({}) } : null)),
    invertedEffects.of(({ effects }) =>
      effects.some((each) => each.is(another)) ? [another.of({ document: current() })] : [],
    ),
  ];
}

/** Undefined for edits. */
export function replacedBy(transactions: readonly Transaction[]): Replaced | undefined {
  return transactions.flatMap(({ effects }) => effects).find((each) => each.is(another))?.value;
}

function isReplacing(transaction: Transaction): boolean {
  const isBrought = transaction.isUserEvent('input.paste') || transaction.isUserEvent('input.drop');
  if (!isBrought || !transaction.docChanged) return false;
  let isWhole = true;
  transaction.changes.iterGaps(() => (isWhole = false));
  return isWhole && isAnotherKernel(String(transaction.startState.doc), String(transaction.newDoc));
}

/** Whether most lines are new: a kernel that was changed elsewhere still is the same one. */
export function isAnotherKernel(before: string, after: string): boolean {
  const known = new Set(linesOf(before));
  const lines = linesOf(after);
  return 2 * lines.filter((each) => known.has(each)).length < lines.length;
}

/** Those that say something: a bracket alone does not. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line));
}
