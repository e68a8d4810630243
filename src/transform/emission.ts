// What the parts of replication share: the kernel, what is known of it, and where changes go.

import type { Statement } from 'wesl/core';
import { commentAbove, copyComment } from './copy-comments.ts';
import type { Divergence } from './divergence.ts';
import { type Edit, endOfLine, indentationAt, indentationUnit, startsLine, withComments } from './edits.ts';
import { isBarrierName } from './effects.ts';
import type { Kernel } from './kernel.ts';
import type { Layout, Liveness } from './liveness.ts';
import type { Merge } from './merge.ts';
import { refuse } from './refusal.ts';
import type { Renderer } from './render.ts';
import { calledName, find } from './tree.ts';
import type { Types } from './types.ts';

export class Emission {
  readonly edits: Edit[] = [];
  readonly kernel: Kernel;
  readonly divergence: Divergence;
  readonly merge: Merge;
  readonly renderer: Renderer;
  readonly live: Liveness;
  readonly types: Types;
  readonly unit: string;

  constructor(parts: Pick<Emission, 'kernel' | 'divergence' | 'merge' | 'renderer' | 'live' | 'types'>) {
    this.kernel = parts.kernel;
    this.divergence = parts.divergence;
    this.merge = parts.merge;
    this.renderer = parts.renderer;
    this.live = parts.live;
    this.types = parts.types;
    this.unit = indentationUnit(parts.kernel.text);
  }

  /** One thing for each of the merged. */
  series<T>(make: (k: number) => T): T[] {
    return Array.from({ length: this.merge.factor }, (_, k) => make(k));
  }

  layoutAt(statement: Statement): Layout {
    return { indent: indentationAt(this.kernel.text, this.kernel.place(statement).start), unit: this.unit };
  }

  /** Copies of a statement that take several lines each, with a comment that says whose each is. */
  putNumbered(statement: Statement, texts: readonly string[]): void {
    const { text } = this.kernel;
    const { indent } = this.layoutAt(statement);
    const { start } = this.kernel.place(statement);
    const known = commentAbove(text.slice(0, start));
    if (known) this.edits.push({ start: start - known.length, end: start, text: '' });
    const before = startsLine(text, start) ? '' : `\n${indent}`;
    const numbered = texts.map((each, k) => `${copyComment(this.merge, k, known)}\n${indent}${each}`);
    this.put(statement, [before + numbered[0], ...numbered.slice(1)]);
  }

  /** Puts texts in the place of a statement, each on a line of its own where the statement has one. */
  put(statement: Statement, texts: readonly string[]): void {
    const { text } = this.kernel;
    const { start, end } = this.kernel.place(statement);
    if (texts.length === 0) {
      this.edits.push({ ...withComments(text, { start, end }), text: '' });
      return;
    }
    const hasLine = startsLine(text, start);
    const gap = `\n${indentationAt(text, start)}`;
    this.edits.push({ start, end, text: texts[0] });
    if (texts.length === 1) return;
    // A comment behind the statement stays with the first copy.
    const at = hasLine ? endOfLine(text, end) : end;
    this.edits.push({
      start: at,
      end: at,
      text: texts
        .slice(1)
        .map((each) => gap + each)
        .join(''),
    });
  }

  /** Adds lines after a statement. */
  after(statement: Statement, lines: readonly string[]): void {
    const at = endOfLine(this.kernel.text, this.kernel.place(statement).end);
    const { indent } = this.layoutAt(statement);
    this.edits.push({ start: at, end: at, text: lines.map((line) => `\n${indent}${line}`).join('') });
  }

  /** @throws DiagnosticError where a barrier would be met more than once, or by some only */
  refuseBarrier(statement: Statement): void {
    if (this.merge.mayRepeatBarriers) return;
    const barrier = find(statement, (each) => {
      if (each.kind !== 'call-expression') return false;
      const name = calledName(each);
      return isBarrierName(name) || this.kernel.effects.get(name)?.hasBarrier === true;
    });
    if (!barrier) return;
    const message =
      'a barrier stands where the merged invocations do different things; it can only be kept once';
    refuse('divergent-barrier', message, this.kernel.span(barrier));
  }
}
