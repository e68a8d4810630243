// Identities of floating-point arithmetic that are exact for every operand, -0, infinities and NaN included.

import type { ValueId } from '../../ir/ir.ts';
import { type AlgebraContext, type Operation, rightConstant, type Simplified } from './operation.ts';

/** One step for an operation with a float result whose constant, if any, is its right operand. */
export function simplifyFloat(operation: Operation, context: AlgebraContext): Simplified | undefined {
  const { op, type, operands } = operation;
  const [x, y] = operands as [ValueId, ValueId];
  const c = rightConstant(operation, context);
  const inner = context.definitionOf(x);
  switch (op) {
    case 'fadd':
      return c !== undefined && Object.is(c, -0) ? x : undefined;
    case 'fsub':
      return c !== undefined && Object.is(c, 0) ? x : undefined;
    case 'fmul':
      if (c === 1) return x;
      return c === -1 ? { op: 'fneg', operands: [x] } : undefined;
    case 'fdiv':
      if (c === 1) return x;
      return c !== undefined && hasExactReciprocal(c)
        ? { op: 'fmul', operands: [x, context.constant(type, 1 / c)] }
        : undefined;
    case 'fmin':
    case 'fmax':
      return x === y ? x : undefined;
    case 'fneg':
      return inner?.op === 'fneg' ? inner.operands[0] : undefined;
    case 'fabs':
      if (inner?.op === 'fabs') return x;
      return inner?.op === 'fneg' ? { op, operands: inner.operands } : undefined;
    case 'floor':
    case 'ceil':
    case 'trunc':
    case 'round':
      return inner && isRounding(inner.op) ? x : undefined;
    default:
      return undefined;
  }
}

function isRounding(op: string): boolean {
  return op === 'floor' || op === 'ceil' || op === 'trunc' || op === 'round';
}

/** True for powers of two whose reciprocal is a normal number even in f16. */
function hasExactReciprocal(c: number): boolean {
  const exponent = Math.log2(Math.abs(c));
  return Number.isInteger(exponent) && Math.abs(exponent) <= 14;
}
