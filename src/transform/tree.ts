// Small questions about the syntax tree of wesl.

import {
  type AbstractElem,
  childElems,
  type ExpressionElem,
  type FunctionCallExpression,
  type Statement,
} from 'wesl/core';
import { withPrecedence } from '../decode/wgsl/precedence.ts';

/** The expression without parentheses around it, its operators in the order that WGSL gives them. */
export function bare(expression: ExpressionElem): ExpressionElem {
  if (expression.kind === 'parenthesized-expression') return bare(expression.expression);
  return expression.kind === 'binary-expression' ? withPrecedence(expression) : expression;
}

export function calledName({ function: callee }: FunctionCallExpression): string {
  return callee.kind === 'type' ? callee.name.originalName : callee.ident.originalName;
}

/** Positions that a swizzle names, or undefined when it is the name of a member. */
export function swizzle(name: string): number[] | undefined {
  if (!/^([xyzw]{1,4}|[rgba]{1,4})$/.test(name)) return undefined;
  return [...name].map((letter) => ('xyzw'.includes(letter) ? 'xyzw' : 'rgba').indexOf(letter));
}

/** Calls `visit` on the element and all below it until it returns false for a part that is to be skipped. */
export function walk(element: AbstractElem, visit: (element: AbstractElem) => unknown): void {
  if (visit(element) === false) return;
  for (const child of childElems(element)) walk(child, visit);
}

/** The first element in source order that fulfils the condition. */
export function find<T extends AbstractElem>(
  element: AbstractElem,
  condition: (element: AbstractElem) => element is T,
): T | undefined;
export function find(
  element: AbstractElem,
  condition: (element: AbstractElem) => boolean,
): AbstractElem | undefined;
export function find(
  element: AbstractElem,
  condition: (element: AbstractElem) => boolean,
): AbstractElem | undefined {
  if (condition(element)) return element;
  for (const child of childElems(element)) {
    const found = find(child, condition);
    if (found) return found;
  }
  return undefined;
}

/** The expressions that a statement evaluates itself, those of statements inside it apart. */
export function expressionsOf(statement: Statement): ExpressionElem[] {
  switch (statement.kind) {
    case 'let':
    case 'var':
    case 'const':
      return statement.init ? [statement.init] : [];
    case 'assign':
      return statement.lhs.kind === 'phony' ? [statement.rhs] : [statement.lhs, statement.rhs];
    case 'increment':
    case 'decrement':
      return [statement.target];
    case 'call':
      return [statement.call];
    case 'if':
    case 'while':
      return [statement.condition];
    case 'for':
      return statement.condition ? [statement.condition] : [];
    case 'switch':
      return [statement.selector];
    case 'break':
      return statement.condition ? [statement.condition] : [];
    case 'return':
      return statement.value ? [statement.value] : [];
    default:
      return [];
  }
}
