// An expression of the source as part of another one.

import type { ExpressionElem } from 'wesl/core';
import type { Kernel } from '../kernel.ts';

/** As it is written, in parentheses unless it is a name, a number or in parentheses already. */
export function asOperand(kernel: Kernel, expression: ExpressionElem): string {
  const text = kernel.textOf(expression);
  const isOne = /^-?[\w.]+$/.test(text) || expression.kind === 'parenthesized-expression';
  return isOne ? text : `(${text})`;
}
