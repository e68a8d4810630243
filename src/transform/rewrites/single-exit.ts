// Early ends of an entry point turned into branches around the rest, so that something can follow which every
// invocation takes part in.

import type { IfElem, Statement } from 'wesl/core';
import { IntegerKinds, negated } from '../conditions.ts';
import { type Edit, indentationUnit } from '../edits.ts';
import { Inputs } from '../inputs.ts';
import type { Kernel } from '../kernel.ts';
import { refuse } from '../refusal.ts';
import { walk } from '../tree.ts';

/** Edits after which `lines`, indented as a body is, stand where every invocation comes by. @throws DiagnosticError */
export function followedBy(kernel: Kernel, lines: string): Edit[] {
  const { entry, text } = kernel;
  const guards = entry.body.body.filter(isGuard);
  let returns = 0;
  walk(entry.body, (each) => {
    if (each.kind === 'return') returns++;
  });
  if (returns !== guards.length)
    return refuse(
      'early-end',
      'the kernel ends early, in the middle of loops or branches',
      kernel.span(entry),
    );
  const unit = indentationUnit(text);
  const integers = new IntegerKinds(kernel, new Inputs(kernel));
  const end = kernel.place(entry).end - 1;
  const edits = guards.map((guard, depth): Edit => {
    const head = negated(guard.condition, kernel.textOf, (each) => integers.has(each));
    return { ...kernel.place(guard), text: `${unit.repeat(depth)}if (${head}) {` };
  });
  const closing = guards.map((_, depth) => `${unit.repeat(guards.length - depth)}}\n`).join('');
  return [...edits, ...indented(kernel, edits, end, unit), { start: end, end, text: closing + lines }];
}

/** `if (c) { return; }` */
function isGuard(statement: Statement): statement is IfElem {
  if (statement.kind !== 'if' || statement.else) return false;
  const [first, ...rest] = statement.body.body;
  return first?.kind === 'return' && rest.length === 0;
}

/** Lines after a guard move in by a step for each guard before them. */
function indented({ text }: Kernel, guards: readonly Edit[], end: number, unit: string): Edit[] {
  const edits: Edit[] = [];
  for (
    let at = text.indexOf('\n', guards[0]?.end ?? end);
    at >= 0 && at < end;
    at = text.indexOf('\n', at + 1)
  ) {
    const start = at + 1;
    const depth = guards.filter((guard) => guard.end <= start).length;
    const isInside = guards.some((guard) => guard.start < start && start <= guard.end);
    const [line] = text.slice(start, end).split('\n', 1);
    if (!isInside && line.trim() !== '') edits.push({ start, end: start, text: unit.repeat(depth) });
  }
  return edits;
}
