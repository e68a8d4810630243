// Which expressions Tint's range analysis of integers follows: constants, builtin inputs of the entry point and
// components of them, the index of a `for`, and arithmetic on these, through `let`. What a function receives or
// returns, what a variable holds and what a vector was put together from it does not look at. Source: driver code
// for an H200: `tile[place(i)]`, `tile[index]` for a parameter, and `tile[shift.x]` for a `vec2` keep their clamps.

import type { BinaryOperator, ExpressionElem, FunctionCallExpression } from 'wesl/core';
import type { Lowering } from './lowering.ts';
import { withPrecedence } from './precedence.ts';
import { nameOf } from './type-expressions.ts';

const OPERATORS: ReadonlySet<BinaryOperator['value']> = new Set(['+', '-', '*', '/', '%', '<<', '>>']);
/** Where one operand is enough to know a bound. */
const BOUNDING: ReadonlySet<string> = new Set(['min', 'max', 'clamp']);
const CONVERSIONS: ReadonlySet<string> = new Set(['i32', 'u32']);

/** True when the analysis knows of the value's range what arithmetic tells. */
export function isTracked(lowering: Lowering, expression: ExpressionElem): boolean {
  switch (expression.kind) {
    case 'literal':
      return true;
    case 'parenthesized-expression':
      return isTracked(lowering, expression.expression);
    case 'ref':
      return isTrackedName(lowering, nameOf(expression));
    case 'component-member-expression':
      // One component of an input, not a vector made of some.
      return isTracked(lowering, expression.base) && !/^[xyzwrgba]{2,4}$/.test(expression.access.name);
    case 'binary-expression': {
      const { operator, left, right } = withPrecedence(expression);
      if (!OPERATORS.has(operator.value)) return false;
      // Any remainder is below its divisor.
      return isTracked(lowering, right) && (operator.value === '%' || isTracked(lowering, left));
    }
    case 'call-expression':
      return isTrackedCall(lowering, expression);
    default:
      return false;
  }
}

function isTrackedName(lowering: Lowering, name: string): boolean {
  const entity = lowering.scope.find(name);
  switch (entity?.kind) {
    case 'value':
      return entity.isConstExpression === true || entity.isTracked === true;
    case 'variable':
      return entity.isTracked === true;
    case 'global':
      return entity.element.kind !== 'gvar';
    default:
      return false;
  }
}

function isTrackedCall(lowering: Lowering, call: FunctionCallExpression): boolean {
  const name = nameOf(call.function);
  if (lowering.scope.find(name) !== undefined) return false;
  const tracked = (each: ExpressionElem): boolean => isTracked(lowering, each);
  if (BOUNDING.has(name)) return call.arguments.some(tracked);
  return CONVERSIONS.has(name) && call.arguments.every(tracked);
}
