// A divergent statement once for each of the merged invocations.

import type { ExpressionElem, FunctionCallExpression, Statement } from 'wesl/core';
import { rootOf } from './effects.ts';
import type { Emission } from './emission.ts';
import { refuse } from './refusal.ts';
import { isSpeculable, readsMemory } from './speculation.ts';
import { bare, calledName, find } from './tree.ts';

type Variable = Extract<Statement, { kind: 'let' | 'var' | 'const' }>;
type Assignment = Extract<Statement, { kind: 'assign' }>;

export class StatementCopies {
  private readonly emission: Emission;

  constructor(emission: Emission) {
    this.emission = emission;
  }

  /** @throws DiagnosticError where copies would mean something else */
  copy(statement: Statement): void {
    const { emission } = this;
    switch (statement.kind) {
      case 'let':
      case 'var':
      case 'const':
        if (this.isNamed(statement)) emission.put(statement, []);
        else emission.put(statement, [...this.calledOnce(statement), ...this.variables(statement)]);
        break;
      case 'assign':
        emission.put(statement, [...this.calledOnce(statement), ...this.assignments(statement)]);
        break;
      case 'increment':
      case 'decrement':
        emission.put(statement, this.guarded(statement, this.isPrivate(statement.target)));
        break;
      case 'call':
        emission.refuseBarrier(statement);
        emission.put(statement, this.guarded(statement, false));
        break;
      default:
        this.region(statement);
    }
  }

  /** A branch or loop that is not the same for all is copied with everything in it. */
  region(statement: Statement): void {
    const { emission } = this;
    emission.refuseBarrier(statement);
    const left = find(statement, (each) => each.kind === 'return');
    if (left) {
      const message = 'some of the merged invocations end here while others go on';
      refuse('divergent-return', message, emission.kernel.span(left));
    }
    emission.putNumbered(statement, this.guarded(statement, false));
  }

  /** Whether a `let` would only be another name for what has names at the top of the body. */
  private isNamed(statement: Variable): boolean {
    const { kernel, renderer, live, merge } = this.emission;
    const names = statement.kind === 'let' && statement.init ? merge.namesOf(statement.init) : undefined;
    if (names === undefined) return false;
    const declaration = kernel.names.declarationOf(statement);
    renderer.copies.set(declaration, names);
    if (merge.isIncreasing(statement.init!)) live.noteIncreasing(declaration);
    return true;
  }

  /** Functions with barriers, in an expression of which there will be copies, are called before, once. */
  private calledOnce(statement: Variable | Assignment): string[] {
    const { kernel, renderer, live, divergence, merge } = this.emission;
    if (merge.mayRepeatBarriers) return [];
    const isOnce = (name: string) => renderer.spread.has(name) || name === 'workgroupUniformLoad';
    const lines: string[] = [];
    for (;;) {
      const call = find(statement, (each): each is FunctionCallExpression => {
        return each.kind === 'call-expression' && isOnce(calledName(each)) && !renderer.results.has(each);
      });
      if (!call) return lines;
      const name = calledName(call);
      if (live.isKnown || divergence.returnsDivergently(name)) this.emission.refuseBarrier(statement);
      const wanted = name === 'workgroupUniformLoad' ? 'loaded' : `${name}Result`;
      const result = kernel.names.fresh(wanted);
      lines.push(`let ${result} = ${renderer.text(call, 0)};`);
      renderer.results.set(call, result);
    }
  }

  private variables(statement: Variable): string[] {
    const { kernel, renderer, live, merge, types } = this.emission;
    const declaration = kernel.names.declarationOf(statement);
    const names = kernel.names.freshSeries(declaration.name, merge.factor);
    const { init } = statement;
    const isLate = init !== undefined && live.isKnown && !isSpeculable(init, kernel);
    // The initial value cannot mean the variable itself, so it is rendered under the old name.
    const values = init && isLate ? renderer.texts(init) : [];
    renderer.copies.set(declaration, names);
    if (init && statement.kind === 'let' && merge.isIncreasing(init)) live.noteIncreasing(declaration);
    if (!isLate) return renderer.texts(statement);
    const type = types.of(init);
    if (type === undefined) {
      const message =
        'this has effects, or might not end, and some of the merged invocations have already ended; give it a type by which it can be declared before';
      refuse('effects-after-return', message, kernel.span(init));
    }
    return names.map((name, k) => {
      if (!live.mayHaveEnded(k)) return renderer.text(statement, k);
      const assignment = live.wrap(k, `${name} = ${values[k]};`, this.emission.layoutAt(statement));
      const { indent } = this.emission.layoutAt(statement);
      return `var ${name}: ${type};\n${indent}${assignment}`;
    });
  }

  private assignments(statement: Assignment): string[] {
    const { kernel, renderer, live } = this.emission;
    const { lhs, rhs } = statement;
    const isPrivate = lhs.kind === 'phony' || this.isPrivate(lhs);
    const isSafe = isSpeculable(rhs, kernel);
    if (lhs.kind === 'phony' || isPrivate || !isSafe || !readsMemory(statement, kernel)) {
      return this.guarded(statement, isPrivate && isSafe);
    }
    // All loads come before the first store, so that none has to wait for a store that might change it.
    const wanted = rootOf(lhs, kernel.names)?.name ?? 'new';
    const values = kernel.names.freshSeries(`${wanted}Value`, this.emission.merge.factor);
    const layout = this.emission.layoutAt(statement);
    return [
      ...values.map((name, k) => `let ${name} = ${this.assigned(statement, lhs, k)};`),
      ...values.map((name, k) => live.wrap(k, `${renderer.text(lhs, k)} = ${name};`, layout)),
    ];
  }

  /** What the k-th assigns, with the operator of a compound assignment spelt out. */
  private assigned({ op, rhs }: Assignment, lhs: ExpressionElem, k: number): string {
    const { renderer } = this.emission;
    const operator = op.value.slice(0, -1);
    const right = renderer.text(rhs, k);
    if (operator === '') return right;
    const isOpen = rhs.kind !== 'parenthesized-expression' && bare(rhs).kind === 'binary-expression';
    return `${renderer.text(lhs, k)} ${operator} ${isOpen ? `(${right})` : right}`;
  }

  /** The copies of a statement, each only done by an invocation that still lives. */
  guarded(statement: Statement, isHarmless: boolean): string[] {
    const { renderer, live } = this.emission;
    return this.emission.series((k) => {
      if (isHarmless || !live.isKnown) return renderer.text(statement, k);
      if (statement.kind === 'if' && !statement.else) {
        const condition = live.and(k, statement.condition);
        if (condition !== undefined) return `if (${condition}) ${renderer.text(statement.body, k)}`;
      }
      return live.wrap(k, renderer.text(statement, k), this.emission.layoutAt(statement));
    });
  }

  private isPrivate(target: ExpressionElem): boolean {
    const space = rootOf(target, this.emission.kernel.names)?.space;
    return space === 'function' || space === 'private';
  }
}
