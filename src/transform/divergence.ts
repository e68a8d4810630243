// Which values, statements and branches differ between the invocations that are to become one: what is known of
// variables, loops and functions (found by divergence-analysis.ts), and what follows for everything else.
// Loads are uniform where their address is: invocations that read one place at one point of a program without
// data races find the same there.

import type { ExpressionElem, FunctionCallExpression, IfElem, Statement } from 'wesl/core';
import { isAtomicName, rootOf } from './effects.ts';
import type { Inputs, InputUse } from './inputs.ts';
import type { Kernel } from './kernel.ts';
import type { Declaration } from './names.ts';
import { bare, calledName, swizzle } from './tree.ts';

/** A bit for each component of a vector that differs; `ALL` for whatever is not taken apart. */
export type Mask = number;
export const UNIFORM: Mask = 0;
export const ALL: Mask = -1;

export interface Seeds {
  /** The components of a builtin value that differ, counted in the builtin. */
  readonly maskOf: (use: InputUse) => Mask;
  /**
   * Whether each of the merged has workgroup memory of its own, and may meet barriers by itself. If not,
   * functions with barriers are called once for all of them, with the arguments of each.
   */
  readonly ownsWorkgroupMemory: boolean;
}

export class Divergence {
  private readonly masks = new Map<Declaration, Mask>();
  private readonly loops = new Set<Statement>();
  private readonly guards = new Set<Statement>();
  private readonly kernel: Kernel;
  private readonly inputs: Inputs;
  private readonly seeds: Seeds;
  /** Functions that are called once for all, and what their results are. */
  private readonly results = new Map<string, Mask>();
  /** Counts what has been found, so that an analysis knows when it is done. */
  findings = 0;

  constructor(kernel: Kernel, inputs: Inputs, seeds: Seeds) {
    this.kernel = kernel;
    this.inputs = inputs;
    this.seeds = seeds;
    for (const [name, effects] of kernel.effects) {
      const isEntry = kernel.functions.get(name) === kernel.entry;
      if (effects.hasBarrier && !isEntry && !seeds.ownsWorkgroupMemory) this.results.set(name, UNIFORM);
    }
  }

  /** Functions that are called once for all of the merged. */
  sharedFunctions(): string[] {
    return [...this.results.keys()];
  }

  /** Whether the results of such a function differ between the merged. */
  returnsDivergently(name: string): boolean {
    return (this.results.get(name) ?? UNIFORM) !== UNIFORM;
  }

  isDivergent(declaration: Declaration): boolean {
    return this.masks.has(declaration);
  }

  isDivergentLoop(statement: Statement): boolean {
    return this.loops.has(statement);
  }

  /** A divergent `if` around all that is left to do: its body is shared, not copied. */
  isGuard(statement: IfElem): boolean {
    return this.guards.has(statement);
  }

  /** Divergent variables of module scope. */
  divergentGlobals(): Declaration[] {
    return [...this.masks.keys()].filter((each) => each.isGlobal);
  }

  maskOf(expression: ExpressionElem): Mask {
    const use = this.inputs.at(expression);
    if (use) return this.seeds.maskOf(use);
    switch (expression.kind) {
      case 'ref': {
        const declaration = this.kernel.names.of(expression);
        return declaration ? (this.masks.get(declaration) ?? UNIFORM) : UNIFORM;
      }
      case 'parenthesized-expression':
        return this.maskOf(expression.expression);
      case 'unary-expression':
        return this.maskOf(expression.expression);
      case 'component-member-expression': {
        const mask = this.maskOf(expression.base);
        const picked = mask === UNIFORM || mask === ALL ? undefined : swizzle(expression.access.name);
        return picked ? pick(mask, picked) : collapse(mask);
      }
      case 'component-expression':
        return collapse(this.maskOf(expression.base) | this.maskOf(expression.access));
      case 'binary-expression':
        return this.maskOfBinary(expression);
      case 'call-expression':
        return this.maskOfCall(expression);
      default:
        return UNIFORM;
    }
  }

  /** Whether this statement has to be done once for each of the merged, rather than once for all. */
  needsCopies(statement: Statement): boolean {
    switch (statement.kind) {
      case 'let':
      case 'var':
      case 'const':
        return this.isDivergent(this.kernel.names.declarationOf(statement));
      case 'assign':
        if (this.hasOwnEffect(statement.rhs)) return true;
        if (statement.lhs.kind === 'phony') return this.maskOf(statement.rhs) !== UNIFORM;
        return this.storesDivergently(statement.lhs, this.maskOf(statement.rhs));
      case 'increment':
      case 'decrement':
        return this.storesDivergently(statement.target, UNIFORM);
      case 'call':
        return this.isDivergentCall(statement.call);
      case 'if':
        return this.branchesDivergently(statement);
      case 'for':
      case 'while':
      case 'loop':
        return this.loops.has(statement);
      case 'switch':
        return this.maskOf(statement.selector) !== UNIFORM || this.loops.has(statement);
      default:
        return false;
    }
  }

  /** A variable that each of the merged has a copy of is written in every copy, though a component may agree. */
  private storesDivergently(target: ExpressionElem, value: Mask): boolean {
    const root = rootOf(target, this.kernel.names);
    return value !== UNIFORM || this.maskOf(target) !== UNIFORM || (!!root && this.isDivergent(root));
  }

  /** The conditions of the chain of `if` and `else if`. */
  branchesDivergently(statement: IfElem): boolean {
    if (this.maskOf(statement.condition) !== UNIFORM) return true;
    return statement.else?.kind === 'if' && this.branchesDivergently(statement.else);
  }

  private maskOfBinary(expression: Extract<ExpressionElem, { kind: 'binary-expression' }>): Mask {
    const left = this.maskOf(expression.left);
    const right = this.maskOf(expression.right);
    const both = left | right;
    // A vector times a matrix mixes its components.
    if (
      expression.operator.value === '*' &&
      !(isPlainFactor(expression.left) || isPlainFactor(expression.right))
    ) {
      return collapse(both);
    }
    return both;
  }

  private maskOfCall(call: FunctionCallExpression): Mask {
    const name = calledName(call);
    const result = this.results.get(name);
    if (result !== undefined) return result;
    const masks = call.arguments.map((each) => this.maskOf(each));
    if (this.isDivergentCall(call)) {
      const size = /^vec([234])/.exec(name)?.[1];
      if (size !== undefined) return maskOfVector(Number(size), masks);
      return /^(min|max|clamp|abs|select)$/.test(name) ? masks.reduce((a, b) => a | b, UNIFORM) : ALL;
    }
    return UNIFORM;
  }

  /** A call whose result or effect differs between the merged. */
  isDivergentCall(call: FunctionCallExpression): boolean {
    const name = calledName(call);
    if (isAtomicName(name)) return true;
    if (this.results.has(name)) return false;
    if (call.arguments.some((each) => this.maskOf(each) !== UNIFORM)) return true;
    const effects = this.kernel.effects.get(name);
    if (!effects) return false;
    return effects.hasAtomics || [...effects.variables].some((each) => this.masks.has(each));
  }

  /** Whether something in the expression must happen once for each of the merged, whatever its operands. */
  hasOwnEffect(expression: ExpressionElem): boolean {
    if (expression.kind === 'call-expression' && this.isDivergentCall(expression)) return true;
    switch (expression.kind) {
      case 'call-expression':
        return expression.arguments.some((each) => this.hasOwnEffect(each));
      case 'binary-expression':
        return this.hasOwnEffect(expression.left) || this.hasOwnEffect(expression.right);
      case 'parenthesized-expression':
      case 'unary-expression':
        return this.hasOwnEffect(expression.expression);
      case 'component-expression':
        return this.hasOwnEffect(expression.base) || this.hasOwnEffect(expression.access);
      case 'component-member-expression':
        return this.hasOwnEffect(expression.base);
      default:
        return false;
    }
  }

  mark(declaration: Declaration | undefined, mask: Mask): void {
    if (!declaration || mask === UNIFORM) return;
    // Storage and, mostly, workgroup memory are one place for all; a parameter stands for what it was given.
    if (declaration.space === 'storage' || declaration.space === 'uniform') return;
    if (declaration.space === 'workgroup' && !this.seeds.ownsWorkgroupMemory) return;
    const known = this.masks.get(declaration) ?? UNIFORM;
    if ((known | mask) === known) return;
    this.masks.set(declaration, known | mask);
    this.findings++;
  }

  /** The loop or switch is left, or gone on with, by some of the merged and not by others. */
  markLoop(statement: Statement | undefined): void {
    if (!statement || this.loops.has(statement)) return;
    this.loops.add(statement);
    this.findings++;
  }

  markGuard(statement: IfElem): void {
    this.guards.add(statement);
  }

  /** Results of a function that is called once for all. */
  markResult(name: string, mask: Mask): void {
    const known = this.results.get(name);
    if (known === undefined || (known | mask) === known) return;
    this.results.set(name, known | mask);
    this.findings++;
  }
}

export const collapse = (mask: Mask): Mask => (mask === UNIFORM ? UNIFORM : ALL);

function pick(mask: Mask, picked: readonly number[]): Mask {
  if (picked.length === 1) return mask & (1 << picked[0]) ? ALL : UNIFORM;
  return picked.reduce((sum, from, to) => sum | (mask & (1 << from) ? 1 << to : 0), UNIFORM);
}

function maskOfVector(size: number, masks: readonly Mask[]): Mask {
  if (masks.length === 1) return masks[0];
  if (masks.length !== size) return ALL;
  return masks.reduce((sum, mask, i) => sum | (mask === UNIFORM ? 0 : 1 << i), UNIFORM);
}

/** An operand that surely is no matrix: a literal, or a vector or scalar made on the spot. */
function isPlainFactor(expression: ExpressionElem): boolean {
  const inner = bare(expression);
  if (inner.kind === 'literal') return true;
  return inner.kind === 'call-expression' && /^(vec[234]|[uif]32)/.test(calledName(inner));
}
