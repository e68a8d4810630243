// The core of coarsening (figure 4.8 of the thesis): the body of the entry point with each divergent statement
// once for each of the merged invocations, and everything else once.

import type { BlockElem, ExpressionElem, FnElem, Statement } from 'wesl/core';
import { StatementCopies } from './copies.ts';
import { legend } from './copy-comments.ts';
import { indentationAt, startsLine } from './edits.ts';
import type { Emission } from './emission.ts';
import { Guards } from './guards.ts';
import { copyGlobals } from './module-copies.ts';
import { refuse } from './refusal.ts';
import { calledName, find } from './tree.ts';

export class Replicator {
  private readonly emission: Emission;
  private readonly copies: StatementCopies;
  private readonly guards: Guards;
  private isInEntry = false;

  constructor(emission: Emission) {
    this.emission = emission;
    this.copies = new StatementCopies(emission);
    this.guards = new Guards(emission, this.copies);
  }

  run(): void {
    const { kernel, merge, live, edits } = this.emission;
    copyGlobals(this.emission);
    this.spreadParameters();
    this.isInEntry = true;
    const { body } = kernel.entry;
    const inside = kernel.place(body).start + 1;
    const known = legend(merge, kernel.text.slice(inside, kernel.place(body).end));
    const open = inside + known.at;
    const indent = this.bodyIndentation(body);
    const lines = [...known.lines, ...merge.prologue, ...live.start()];
    edits.push({
      start: open,
      end: open,
      text: lines.map((line) => `\n${indent}${line}`).join('') + (lines.length > 1 ? '\n\n' : ''),
    });
    this.statements(body.body, true);
    this.isInEntry = false;
    // Functions that are called once for all are only called where none has ended.
    live.forget();
    for (const name of this.emission.divergence.sharedFunctions()) {
      this.shareFunction(kernel.functions.get(name)!);
    }
  }

  /** Functions with barriers take the arguments of all the merged at once. */
  private spreadParameters(): void {
    const { kernel, divergence, renderer } = this.emission;
    for (const name of divergence.sharedFunctions()) {
      const { params } = kernel.functions.get(name)!;
      const spread = params.map((each) => divergence.isDivergent(kernel.names.declarationOf(each)));
      renderer.spread.set(name, spread);
    }
  }

  private shareFunction(element: FnElem): void {
    const { kernel, divergence, renderer, merge, edits } = this.emission;
    const place = kernel.place(element);
    const text = kernel.text.slice(place.start, place.end);
    for (const param of element.params) {
      const declaration = kernel.names.declarationOf(param);
      if (!divergence.isDivergent(declaration)) continue;
      const names = kernel.names.freshWithin(text, declaration.name, merge.factor);
      renderer.copies.set(declaration, names);
      const { start, end } = kernel.place(param);
      const after = kernel.text.slice(kernel.place(param.name.decl).end, end);
      edits.push({ start, end, text: names.map((name) => name + after).join(', ') });
    }
    this.statements(element.body.body);
  }

  private bodyIndentation(body: BlockElem): string {
    const { kernel, unit } = this.emission;
    const first = body.body[0];
    if (first && startsLine(kernel.text, kernel.place(first).start)) {
      return indentationAt(kernel.text, kernel.place(first).start);
    }
    return indentationAt(kernel.text, kernel.place(body).start) + unit;
  }

  /** `isOutermost` says that nothing of the entry point follows after them. */
  private statements(statements: readonly Statement[], isOutermost = false): void {
    for (const each of statements) this.statement(each, isOutermost);
  }

  private statement(statement: Statement, isOutermost: boolean): void {
    const { divergence } = this.emission;
    if (statement.kind === 'if' && divergence.isGuard(statement)) {
      this.guards.enter(statement, this.bodyIndentation(statement.body));
      this.statements(statement.body.body, isOutermost);
    } else if (statement.kind === 'if' && isOutermost && this.guards.isEarlyReturn(statement)) {
      this.guards.earlyReturn(statement);
    } else if (divergence.needsCopies(statement)) {
      this.copies.copy(statement);
    } else {
      this.shared(statement);
    }
  }

  /** A statement done once: inner statements may still be copied. */
  private shared(statement: Statement): void {
    switch (statement.kind) {
      case 'block':
        this.statements(statement.body);
        break;
      case 'continuing':
        this.statements(statement.body.body);
        break;
      case 'if':
        this.own(statement.condition);
        this.statements(statement.body.body);
        if (statement.else?.kind === 'if') this.shared(statement.else);
        else if (statement.else) this.statements(statement.else.body);
        break;
      case 'for':
        this.own(statement.init, statement.condition, statement.update);
        this.statements(statement.body.body);
        break;
      case 'while':
        this.own(statement.condition);
        this.statements(statement.body.body);
        break;
      case 'loop':
        this.statements(statement.body.body);
        break;
      case 'switch':
        this.own(statement.selector);
        for (const clause of statement.clauses) this.statements(clause.body.body);
        break;
      case 'return':
        this.refuseDivergentResult(statement);
        this.own(statement);
        break;
      default:
        this.own(statement);
    }
  }

  /** Names and builtin values in parts of a statement that is done once. */
  private own(...parts: readonly (ExpressionElem | Statement | undefined)[]): void {
    const { renderer, edits } = this.emission;
    for (const each of parts) {
      if (!each) continue;
      this.refuseEndedCall(each);
      edits.push(...renderer.editsOf(each, 0));
    }
  }

  /** A function that works for all of the merged cannot leave those out that have ended. */
  private refuseEndedCall(part: ExpressionElem | Statement): void {
    const { live, renderer, kernel } = this.emission;
    if (!live.isKnown) return;
    const call = find(
      part,
      (each) => each.kind === 'call-expression' && renderer.spread.has(calledName(each)),
    );
    if (!call) return;
    const message =
      'some of the merged invocations have no work left where this function with a barrier is called';
    refuse('divergent-barrier', message, kernel.span(call));
  }

  private refuseDivergentResult(statement: Extract<Statement, { kind: 'return' }>): void {
    const { divergence, kernel } = this.emission;
    if (this.isInEntry || !statement.value || divergence.maskOf(statement.value) === 0) return;
    const message =
      'the result of this function with a barrier differs between the merged invocations; inline the function by hand';
    const shown = find(statement, (each) => each === statement.value) ?? statement;
    refuse('divergent-result', message, kernel.span(shown));
  }
}
