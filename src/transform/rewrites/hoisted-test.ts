// A test of the index within a loop, asked once before it: where it holds at both ends of the loop it holds in
// between, and a loop without it runs; else the loop runs as it was.

import type { ExpressionElem, ForElem, IfElem, LetElem } from 'wesl/core';
import { operandsOf } from '../conditions.ts';
import { type CountedLoop, countedLoop } from '../counted-loop.ts';
import { applyEdits, type Edit, indentationAt, indentationUnit } from '../edits.ts';
import type { KernelEdit } from '../index.ts';
import { Inputs } from '../inputs.ts';
import type { Kernel } from '../kernel.ts';
import type { Declaration } from '../names.ts';
import { refuse } from '../refusal.ts';
import { asBefore } from '../step.ts';
import { bare, walk } from '../tree.ts';
import { Types } from '../types.ts';
import { asOperand } from './operand.ts';

/** @param at an offset in the condition */
export function hoistedTest(at: number): KernelEdit {
  return (kernel) => {
    const { loop, test } = testAt(kernel, at);
    const hoisting = new Hoisting(kernel, loop, test);
    const ends = hoisting.atEnds();
    const { start, end } = kernel.place(loop.statement);
    const indent = indentationAt(kernel.text, start);
    const unit = indentationUnit(kernel.text);
    const inner = (text: string) => text.replaceAll('\n', `\n${unit}`);
    const text = [
      `if (${ends}) {`,
      `${unit}${inner(hoisting.withoutTest(unit))}`,
      '} else {',
      `${unit}${inner(kernel.textOf(loop.statement).replaceAll(`\n${indent}`, '\n'))}`,
      '}',
    ].join('\n');
    const edits = [{ start, end, text: text.replaceAll('\n', `\n${indent}`) }];
    const note = `one loop without the test \`${kernel.textOf(test.condition)}\`, for where it always holds`;
    return { ...asBefore(kernel), edits, note };
  };
}

/** The innermost loop around the test, which stands directly in its body. */
function testAt(kernel: Kernel, at: number): { loop: CountedLoop; test: IfElem } {
  const found: { loop: ForElem; test: IfElem }[] = [];
  walk(kernel.entry.body, (each) => {
    if (each.kind !== 'for') return;
    for (const test of each.body.body) {
      if (test.kind !== 'if' || test.else) continue;
      const { start, end } = kernel.place(test.condition);
      if (at >= start - 1 && at <= end) found.push({ loop: each, test });
    }
  });
  const [first] = found;
  if (!first) return refuse('hoist', 'the test does not stand directly in a loop');
  const loop = countedLoop(first.loop, kernel);
  if (typeof loop === 'string') return refuse('hoist', loop, kernel.span(first.loop));
  return { loop, test: first.test };
}

class Hoisting {
  private readonly kernel: Kernel;
  private readonly loop: CountedLoop;
  private readonly test: IfElem;
  private readonly types: Types;
  private readonly index: Declaration;
  /** Names that the body gives to sums of the index. */
  private readonly named = new Map<Declaration, LetElem>();

  constructor(kernel: Kernel, loop: CountedLoop, test: IfElem) {
    this.kernel = kernel;
    this.loop = loop;
    this.test = test;
    this.types = new Types(kernel, new Inputs(kernel));
    this.index = kernel.names.declarationOf(loop.index);
    for (const each of loop.statement.body.body)
      if (each.kind === 'let' && each.init) this.named.set(kernel.names.declarationOf(each), each);
  }

  /** The condition with the first and with the last index. */
  atEnds(): string {
    const { init, bound, comparison, operator } = this.loop;
    if (operator !== '+' || !/^<=?$/.test(comparison)) this.stop('the loop does not count up to a bound');
    const end = asOperand(this.kernel, bound);
    const last = comparison === '<=' ? end : `(${end} - 1)`;
    const first = asOperand(this.kernel, init);
    return operandsOf(this.test.condition, '&&')
      .flatMap((each) => this.comparisons(each, first, last))
      .join(' && ');
  }

  private stop(reason: string): never {
    return refuse('hoist', reason, this.kernel.span(this.test.condition));
  }

  private comparisons(expression: ExpressionElem, first: string, last: string): string[] {
    const inner = bare(expression);
    const operator = inner.kind === 'binary-expression' ? inner.operator.value : '';
    if (inner.kind !== 'binary-expression' || !/^[<>]=?$/.test(operator))
      return this.stop('it is no comparison of sums');
    // A difference below zero wraps around to a large number: only an upper bound shows that it did.
    const isUpper = operator.startsWith('<');
    const [lower, upper] = isUpper ? [inner.left, inner.right] : [inner.right, inner.left];
    const type = this.types.of(inner.left) ?? this.types.of(inner.right);
    if (type !== 'i32' && (type !== 'u32' || this.dependsOnIndex(upper)))
      return this.stop('its numbers may wrap around within the loop');
    const at = (value: string) => `${this.at(inner.left, value)} ${operator} ${this.at(inner.right, value)}`;
    if (type === 'i32' && this.isRising(lower) && !this.dependsOnIndex(upper)) return [at(last)];
    if (type === 'i32' && this.isRising(upper) && !this.dependsOnIndex(lower)) return [at(first)];
    return [at(first), at(last)];
  }

  /** Whether a sum grows with the index: which it then has once, behind no minus. */
  private isRising(expression: ExpressionElem): boolean {
    const inner = bare(expression);
    if (inner.kind === 'binary-expression' && /^[-+]$/.test(inner.operator.value)) {
      const { left, right } = inner;
      if (this.dependsOnIndex(right))
        return inner.operator.value === '+' && this.isRising(right) && !this.dependsOnIndex(left);
      return this.isRising(left);
    }
    const declaration = inner.kind === 'ref' ? this.kernel.names.of(inner) : undefined;
    if (declaration === undefined || declaration === this.index) return declaration === this.index;
    const init = this.named.get(declaration)?.init;
    return init !== undefined && this.isRising(init);
  }

  private dependsOnIndex(expression: ExpressionElem): boolean {
    let depends = false;
    walk(expression, (each) => {
      const declaration = each.kind === 'ref' ? this.kernel.names.of(each) : undefined;
      if (declaration && (declaration === this.index || this.named.has(declaration))) depends = true;
    });
    return depends;
  }

  /** A sum with the index replaced by its value. */
  private at(expression: ExpressionElem, value: string): string {
    const inner = bare(expression);
    switch (inner.kind) {
      case 'literal':
        return inner.value;
      case 'ref':
        return this.nameAt(this.kernel.names.of(inner), this.kernel.textOf(inner), value);
      case 'unary-expression':
        if (inner.operator.value !== '-') return this.stop('it is no comparison of sums');
        return `-${this.at(inner.expression, value)}`;
      case 'component-member-expression':
        if (this.dependsOnIndex(inner) || inner.base.kind !== 'ref') return this.stop('it reads memory');
        this.nameAt(this.kernel.names.of(inner.base), '', value);
        return this.kernel.textOf(inner);
      case 'binary-expression': {
        const operator = inner.operator.value;
        if (operator !== '+' && operator !== '-') return this.stop('it is no comparison of sums');
        const right = this.at(inner.right, value);
        const left = this.at(inner.left, value);
        if (operator === '+' && right.startsWith('-')) return `${left} - ${right.slice(1)}`;
        const isGrouped = operator === '-' && (/[-+] /.test(right) || right.startsWith('-'));
        return `${left} ${operator} ${isGrouped ? `(${right})` : right}`;
      }
      default:
        return this.stop('it is no comparison of sums');
    }
  }

  private nameAt(declaration: Declaration | undefined, text: string, value: string): string {
    if (!declaration) return this.stop('it names what is not known');
    if (declaration === this.index) return value;
    const named = this.named.get(declaration);
    if (named?.init) return this.at(named.init, value);
    const { element, space } = declaration;
    const isFixed = element.kind !== 'var' && (space === undefined || space === 'uniform');
    const { start, end } = this.kernel.place(this.loop.statement);
    const place = this.kernel.place(element);
    if (!isFixed || (place.start >= start && place.end <= end))
      return this.stop('it may change within the loop');
    return text;
  }

  /** The loop with what the test guarded, indented as if it stood at the start of its line. */
  withoutTest(unit: string): string {
    const { kernel, test } = this;
    const { start } = kernel.place(this.loop.statement);
    // Names of its own may stand for others behind it.
    const ownsNames = test.body.body.some(({ kind }) => kind === 'let' || kind === 'var' || kind === 'const');
    const guarded = kernel.textOf(test.body);
    const inside = guarded.slice(1, -1).trim().replaceAll(`\n${unit}`, '\n');
    const place = kernel.place(test);
    const edit: Edit = {
      start: place.start - start,
      end: place.end - start,
      text: ownsNames ? guarded : inside,
    };
    const indent = indentationAt(kernel.text, start);
    return applyEdits(kernel.textOf(this.loop.statement), [edit]).replaceAll(`\n${indent}`, '\n');
  }
}
