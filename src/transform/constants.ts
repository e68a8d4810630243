// Whole numbers that a source fixes: literals, constants and overrides of module scope, and arithmetic on them.

import type { ExpressionElem } from 'wesl/core';
import type { Kernel } from './kernel.ts';
import { bare } from './tree.ts';

/** The number that an expression is for this launch; undefined where it is no whole number known beforehand. */
export function wholeNumber(expression: ExpressionElem, kernel: Kernel): number | undefined {
  const inner = bare(expression);
  switch (inner.kind) {
    case 'literal':
      return /^(0[xX][0-9a-fA-F]+|\d+)[iu]?$/.test(inner.value)
        ? Number(inner.value.replace(/[iu]$/, ''))
        : undefined;
    case 'ref': {
      const declaration = kernel.names.of(inner);
      const element = declaration?.element;
      if (element?.kind === 'override' && Object.hasOwn(kernel.constants, declaration!.name)) {
        return kernel.constants[declaration!.name];
      }
      if (element?.kind !== 'const' && element?.kind !== 'override') return undefined;
      return element.init && wholeNumber(element.init, kernel);
    }
    case 'unary-expression': {
      const operand = wholeNumber(inner.expression, kernel);
      return inner.operator.value === '-' && operand !== undefined ? -operand : undefined;
    }
    case 'binary-expression': {
      const left = wholeNumber(inner.left, kernel);
      const right = wholeNumber(inner.right, kernel);
      if (left === undefined || right === undefined) return undefined;
      return arithmetic(inner.operator.value, left, right);
    }
    case 'call-expression':
      return inner.arguments.length === 1 && /^[iu]32$/.test(textOfName(inner))
        ? wholeNumber(inner.arguments[0], kernel)
        : undefined;
    default:
      return undefined;
  }
}

function textOfName(call: Extract<ExpressionElem, { kind: 'call-expression' }>): string {
  const callee = call.function;
  return callee.kind === 'type' ? callee.name.originalName : callee.ident.originalName;
}

const LARGEST = 2 ** 31 - 1;

/** Undefined as well where the result would wrap around for some integer type. */
function arithmetic(operator: string, left: number, right: number): number | undefined {
  const result = EXACT[operator]?.(left, right);
  return result !== undefined && Math.abs(result) <= LARGEST ? result : undefined;
}

const EXACT: Readonly<Record<string, (left: number, right: number) => number | undefined>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => (right === 0 ? undefined : Math.trunc(left / right)),
  '%': (left, right) => (right === 0 ? undefined : left % right),
  '<<': (left, right) => (right >= 0 && right < 31 ? left * 2 ** right : undefined),
  '>>': (left, right) => (right >= 0 && right < 31 ? Math.floor(left / 2 ** right) : undefined),
};
