// Divergence analysis (chapter 4.2 of the thesis, figures 4.5 to 4.7, on the syntax tree instead of a graph). Data
// dependence is followed through expressions, variables, pointers and calls; control dependence by treating
// everything assigned under a divergent branch or in a divergent loop as divergent.

import type { ExpressionElem, FnElem, FunctionCallExpression, IfElem, Statement } from 'wesl/core';
import { ALL, collapse, Divergence, type Mask, type Seeds, UNIFORM } from './divergence.ts';
import { isAtomicName, rootOf } from './effects.ts';
import type { Inputs } from './inputs.ts';
import type { Kernel } from './kernel.ts';
import { bare, calledName, expressionsOf } from './tree.ts';

/** What depends on the components of builtin values that the seeds name. */
export function findDivergence(kernel: Kernel, inputs: Inputs, seeds: Seeds): Divergence {
  const facts = new Divergence(kernel, inputs, seeds);
  const analysis = new Analysis(kernel, facts);
  for (let before = -1; before !== facts.findings; ) {
    before = facts.findings;
    analysis.visitModule();
  }
  return facts;
}

class Analysis {
  private readonly kernel: Kernel;
  private readonly facts: Divergence;
  private readonly shared: ReadonlySet<string>;
  /** The function with barriers whose body is being looked at; none in the entry point. */
  private current: string | undefined;

  constructor(kernel: Kernel, facts: Divergence) {
    this.kernel = kernel;
    this.facts = facts;
    this.shared = new Set(facts.sharedFunctions());
  }

  visitModule(): void {
    this.visitAll(this.kernel.entry.body.body, false, undefined, true);
    for (const name of this.shared) {
      this.current = name;
      this.visitAll(this.kernel.functions.get(name)!.body.body, false, undefined);
    }
    this.current = undefined;
  }

  /** `breakable` is the innermost loop or switch; `isLast` says that nothing follows in the entry point. */
  private visitAll(
    statements: readonly Statement[],
    control: boolean,
    breakable: readonly Statement[] | undefined,
    isLast = false,
  ): void {
    statements.forEach((each, i) => {
      this.visit(each, control, breakable ?? [], isLast && i === statements.length - 1);
    });
  }

  private visit(
    statement: Statement,
    control: boolean,
    breakable: readonly Statement[],
    isLast: boolean,
  ): void {
    // What a copied statement calls, it calls once for each of the merged.
    this.visitCallsOf(statement, control || this.facts.needsCopies(statement));
    switch (statement.kind) {
      case 'let':
      case 'const':
      case 'var':
        if (!statement.init) return;
        this.facts.mark(this.kernel.names.declarationOf(statement), this.facts.maskOf(statement.init));
        return;
      case 'assign':
        if (statement.lhs.kind !== 'phony')
          this.store(statement.lhs, this.facts.maskOf(statement.rhs), control);
        return;
      case 'increment':
      case 'decrement':
        this.store(statement.target, UNIFORM, control);
        return;
      case 'block':
        this.visitAll(statement.body, control, breakable, isLast);
        return;
      case 'continuing':
        this.visitAll(statement.body.body, control, breakable);
        return;
      case 'if':
        this.visitIf(statement, control, breakable, isLast);
        return;
      case 'switch': {
        const inner = control || this.facts.needsCopies(statement);
        for (const clause of statement.clauses)
          this.visitAll(clause.body.body, inner, [...breakable, statement]);
        return;
      }
      case 'for':
        if (statement.init) this.visit(statement.init as Statement, control, breakable, false);
        this.visitLoop(statement, control, breakable);
        return;
      case 'while':
      case 'loop':
        this.visitLoop(statement, control, breakable);
        return;
      case 'break':
        if (control || (statement.condition && this.facts.maskOf(statement.condition) !== UNIFORM)) {
          this.facts.markLoop(breakable.at(-1));
        }
        return;
      case 'continue':
        if (control) this.facts.markLoop(breakable.findLast((each) => each.kind !== 'switch'));
        return;
      case 'return':
        // Whatever the return leaves is left by some of the merged only.
        if (control) for (const each of breakable) this.facts.markLoop(each);
        if (statement.value && this.current !== undefined) {
          this.facts.markResult(this.current, control ? ALL : this.facts.maskOf(statement.value));
        }
    }
  }

  private visitLoop(
    statement: Extract<Statement, { kind: 'for' | 'while' | 'loop' }>,
    control: boolean,
    breakable: readonly Statement[],
  ): void {
    const within = [...breakable, statement];
    if (statement.kind !== 'loop') this.noteLoop(statement, statement.condition);
    const inner = control || this.facts.isDivergentLoop(statement);
    this.visitAll(statement.body.body, inner, within);
    if (statement.kind === 'for' && statement.update)
      this.visit(statement.update as Statement, inner, within, false);
    if (statement.kind !== 'loop') this.noteLoop(statement, statement.condition);
  }

  private visitIf(
    statement: IfElem,
    control: boolean,
    breakable: readonly Statement[],
    isLast: boolean,
  ): void {
    const isDivergent = this.facts.branchesDivergently(statement);
    // A guard around all the rest is kept as one: what runs under it runs for some of the merged or none.
    const isGuard = isLast && isDivergent && !statement.else;
    if (isGuard) this.facts.markGuard(statement);
    const inner = control || (isDivergent && !isGuard);
    this.visitAll(
      statement.body.body,
      inner,
      breakable,
      isGuard || (isLast && !isDivergent && !statement.else),
    );
    if (statement.else?.kind === 'if') this.visit(statement.else, inner, breakable, false);
    else if (statement.else) this.visitAll(statement.else.body, inner, breakable);
  }

  private noteLoop(statement: Statement, condition: ExpressionElem | undefined): void {
    if (condition && this.facts.maskOf(condition) !== UNIFORM) this.facts.markLoop(statement);
  }

  private store(target: ExpressionElem, value: Mask, control: boolean): void {
    const root = rootOf(target, this.kernel.names);
    const isWhole = bare(target).kind === 'ref';
    const mask = isWhole ? value : collapse(value | this.facts.maskOf(target));
    this.facts.mark(root, control ? ALL : mask);
  }

  /** What calls do to the variables that they are given the address of, or know by themselves. */
  private visitCallsOf(statement: Statement, control: boolean): void {
    for (const expression of expressionsOf(statement)) this.visitCalls(expression, control);
  }

  private visitCalls(expression: ExpressionElem, control: boolean): void {
    switch (expression.kind) {
      case 'call-expression':
        for (const each of expression.arguments) this.visitCalls(each, control);
        this.visitCall(expression, control);
        return;
      case 'binary-expression':
        this.visitCalls(expression.left, control);
        this.visitCalls(expression.right, control);
        return;
      case 'parenthesized-expression':
      case 'unary-expression':
        this.visitCalls(expression.expression, control);
        return;
      case 'component-expression':
        this.visitCalls(expression.base, control);
        this.visitCalls(expression.access, control);
        return;
      case 'component-member-expression':
        this.visitCalls(expression.base, control);
    }
  }

  private visitCall(call: FunctionCallExpression, control: boolean): void {
    const name = calledName(call);
    const effects = this.kernel.effects.get(name);
    const isAtomic = isAtomicName(name);
    if (!effects && !isAtomic) return;
    if (this.shared.has(name)) {
      this.pass(call, this.kernel.functions.get(name)!);
      return;
    }
    if (!control && !this.facts.isDivergentCall(call)) return;
    for (const each of call.arguments) {
      const root = rootOf(each, this.kernel.names);
      if (root && isAddress(each, this.kernel)) this.facts.mark(root, ALL);
    }
    for (const variable of effects?.variables ?? []) {
      if (variable.space === 'private' || variable.space === 'workgroup') this.facts.mark(variable, ALL);
    }
  }

  /** Parameters differ where arguments do, and what pointers lead to where the parameters do. */
  private pass(call: FunctionCallExpression, callee: FnElem): void {
    call.arguments.forEach((each, i) => {
      const param = callee.params[i] && this.kernel.names.declarationOf(callee.params[i]);
      if (!param) return;
      this.facts.mark(param, collapse(this.facts.maskOf(each)));
      if (this.facts.isDivergent(param) && isAddress(each, this.kernel)) {
        this.facts.mark(rootOf(each, this.kernel.names), ALL);
      }
    });
  }
}

/** Whether the expression is a pointer. */
function isAddress(expression: ExpressionElem, kernel: Kernel): boolean {
  const inner = bare(expression);
  if (inner.kind === 'unary-expression') return inner.operator.value === '&';
  if (inner.kind !== 'ref') return false;
  const element = kernel.names.of(inner)?.element;
  return element?.kind === 'let' && element.init !== undefined && isAddress(element.init, kernel);
}
