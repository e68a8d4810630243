// The two ways in which kernels leave out what lies outside of their data: an early `return`, and an `if` around
// all the rest. Both become flags, one for each of the merged invocations, so that what they share under
// the guard stays shared.

import type { IfElem, Statement } from 'wesl/core';
import type { StatementCopies } from './copies.ts';
import type { Emission } from './emission.ts';
import { find } from './tree.ts';

export class Guards {
  private readonly emission: Emission;
  private readonly copies: StatementCopies;

  constructor(emission: Emission, copies: StatementCopies) {
    this.emission = emission;
    this.copies = copies;
  }

  /** `if (c) { …; return; }` where `c` differs. */
  isEarlyReturn(statement: IfElem): boolean {
    if (statement.else || !this.emission.divergence.needsCopies(statement)) return false;
    return statement.body.body.at(-1)?.kind === 'return';
  }

  /** Some of the merged end, the others go on under their flags. */
  earlyReturn(statement: IfElem): void {
    const { emission } = this;
    const { live, renderer, edits } = emission;
    const others = statement.body.body.slice(0, -1);
    const returns = (each: Statement) => find(each, (inner) => inner.kind === 'return') !== undefined;
    if (others.some(returns)) this.copies.region(statement);
    emission.refuseBarrier(statement);
    if (others.length === 0 && live.staysWithFirst(statement.condition, 'return')) {
      edits.push(...renderer.editsOf(statement.condition, 0));
      emission.after(statement, live.end(statement.condition, true));
      return;
    }
    const before = live.texts();
    const flags = live.end(statement.condition, false);
    const { indent, unit } = emission.layoutAt(statement);
    const last = `if (!(${live.texts().join(' || ')})) {\n${indent}${unit}return;\n${indent}}`;
    emission.put(statement, [
      ...flags,
      ...(others.length > 0 ? this.lastWords(statement, before) : []),
      last,
    ]);
  }

  /** What is done before an early return, by those of the merged that return. */
  private lastWords(statement: IfElem, before: readonly string[]): string[] {
    const { live, renderer } = this.emission;
    const { indent } = this.emission.layoutAt(statement);
    return this.emission.series((k) => {
      const body = renderer.text(statement.body, k);
      const kept = body.slice(0, body.lastIndexOf('return')).trimEnd();
      const lived = before[k] === 'true' ? '' : `${before[k]} && `;
      return `if (${lived}!${live.texts()[k]}) ${kept}\n${indent}}`;
    });
  }

  /** The head of an `if` around all the rest; its body follows as if there were no `if`. */
  enter(statement: IfElem, inner: string): void {
    const { emission } = this;
    const { kernel, live, renderer, edits } = emission;
    emission.refuseBarrier(statement);
    const { start } = kernel.place(statement);
    const body = kernel.place(statement.body).start;
    if (live.staysWithFirst(statement.condition, 'enter')) {
      edits.push(...renderer.editsOf(statement.condition, 0));
      const text = live
        .begin(statement.condition, true)
        .map((line) => `\n${inner}${line}`)
        .join('');
      edits.push({ start: body + 1, end: body + 1, text });
      return;
    }
    const { indent } = emission.layoutAt(statement);
    const flags = live.begin(statement.condition, false);
    const head = [...flags, `if (${live.texts().join(' || ')}) `].join(`\n${indent}`);
    edits.push({ start, end: body, text: head });
  }
}
