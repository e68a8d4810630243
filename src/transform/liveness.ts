// Which of the merged invocations are still at work: those that the original would not have started are not,
// nor those that ended early or stand outside of a guard. Where that can differ, a flag says it for each.

import type { ExpressionElem } from 'wesl/core';
import { comparisonOf, type IntegerKinds, negated, operandsOf } from './conditions.ts';
import type { Kernel } from './kernel.ts';
import type { Merge } from './merge.ts';
import type { Declaration } from './names.ts';
import type { Renderer } from './render.ts';
import { bare, calledName } from './tree.ts';

export interface Layout {
  readonly indent: string;
  readonly unit: string;
}

/** A statement is put on one line with its guard up to this length. */
const LONGEST_LINE = 90;

export class Liveness {
  private flags: (string | undefined)[];
  private readonly increasing = new Set<Declaration>();
  private readonly kernel: Kernel;
  private readonly renderer: Renderer;
  private readonly merge: Merge;
  private readonly integers: IntegerKinds;
  private readonly isUniform: (expression: ExpressionElem) => boolean;

  constructor(
    kernel: Kernel,
    renderer: Renderer,
    merge: Merge,
    integers: IntegerKinds,
    isUniform: (expression: ExpressionElem) => boolean,
  ) {
    this.kernel = kernel;
    this.renderer = renderer;
    this.merge = merge;
    this.integers = integers;
    this.isUniform = isUniform;
    this.flags = Array.from({ length: merge.factor }, () => undefined);
  }

  /** Whether anything may have ended. */
  get isKnown(): boolean {
    return this.flags.some((flag) => flag !== undefined);
  }

  mayHaveEnded(k: number): boolean {
    return this.flags[k] !== undefined;
  }

  /** The flags; `true` for those that surely live. */
  texts(): string[] {
    return this.flags.map((flag) => flag ?? 'true');
  }

  /** Flags for invocations that the original may not have had. */
  start(): string[] {
    const conditions = this.flags.map((_, k) => this.merge.exists(k));
    if (conditions.every((each) => each === undefined)) return [];
    return this.setFlags((k) => conditions[k]);
  }

  /** From here on, text belongs to where all are at work. */
  forget(): void {
    this.flags = this.flags.map(() => undefined);
  }

  noteIncreasing(declaration: Declaration): void {
    this.increasing.add(declaration);
  }

  /** Whether the first of the merged surely lives as long as any of them, by the form of this condition. */
  staysWithFirst(condition: ExpressionElem, meaning: 'return' | 'enter'): boolean {
    if (this.flags[0] !== undefined) return false;
    const operators = meaning === 'return' ? ['>', '>='] : ['<', '<='];
    return operandsOf(condition, meaning === 'return' ? '||' : '&&').every((each) => {
      if (this.isUniform(each)) return true;
      const comparison = comparisonOf(each, (part) => this.isIncreasing(part));
      return (
        comparison !== undefined &&
        operators.includes(comparison.operator) &&
        this.isUniform(comparison.other)
      );
    });
  }

  private isIncreasing(expression: ExpressionElem): boolean {
    if (this.merge.isIncreasing(expression)) return true;
    if (expression.kind === 'ref') {
      const declaration = this.kernel.names.of(expression);
      return declaration !== undefined && this.increasing.has(declaration);
    }
    if (expression.kind !== 'call-expression' || !/^[iu]32$/.test(calledName(expression))) return false;
    return expression.arguments.length === 1 && this.isIncreasing(bare(expression.arguments[0]));
  }

  /** Those that meet the condition end. */
  end(condition: ExpressionElem, isFirstKnown: boolean): string[] {
    const text = (k: number) =>
      negated(
        condition,
        (part) => this.renderer.text(part, k),
        (part) => this.integers.has(part),
      );
    return this.narrow(text, isFirstKnown);
  }

  /** Those that do not meet the condition have nothing more to do. */
  begin(condition: ExpressionElem, isFirstKnown: boolean): string[] {
    const inner = bare(condition);
    const declaration = inner.kind === 'ref' ? this.kernel.names.of(inner) : undefined;
    const isConstant = declaration !== undefined && declaration.space === undefined;
    return this.narrow((k) => this.renderer.text(inner, k), isFirstKnown, isConstant);
  }

  /** `isName`: the condition needs no other name than its own. */
  private narrow(condition: (k: number) => string, isFirstKnown: boolean, isName = false): string[] {
    const before = this.flags;
    return this.setFlags(
      (k) => {
        if (k === 0 && isFirstKnown) return undefined;
        const own = condition(k);
        if (before[k] === undefined) return own;
        return `${before[k]} && ${operand(own)}`;
      },
      (k) => isName && before[k] === undefined,
    );
  }

  private setFlags(
    condition: (k: number) => string | undefined,
    isName: (k: number) => boolean = () => false,
  ): string[] {
    const names = this.kernel.names.freshSeries('live', this.merge.factor);
    const lines: string[] = [];
    this.flags = names.map((name, k) => {
      const text = condition(k);
      if (text === undefined || isName(k)) return text;
      lines.push(`let ${name} = ${text};`);
      return name;
    });
    return lines;
  }

  /** A statement as the k-th does it, if it still lives. */
  wrap(k: number, text: string, { indent, unit }: Layout): string {
    const flag = this.flags[k];
    if (flag === undefined) return text;
    const line = `if (${flag}) { ${text} }`;
    if (!text.includes('\n') && indent.length + line.length <= LONGEST_LINE) return line;
    const inner = text.replace(/\n(?=[^\n])/g, `\n${unit}`);
    return `if (${flag}) {\n${indent}${unit}${inner}\n${indent}}`;
  }

  /** A condition that only counts for the k-th while it lives. */
  and(k: number, condition: ExpressionElem): string | undefined {
    const flag = this.flags[k];
    if (flag === undefined) return undefined;
    return `${flag} && ${operand(this.renderer.text(bare(condition), k))}`;
  }
}

/** A condition as an operand of `&&`: WGSL asks for parentheses around other operators on truth values. */
function operand(condition: string): string {
  return /\|\||[^&]&[^&]|\||\^/.test(condition) ? `(${condition})` : condition;
}
