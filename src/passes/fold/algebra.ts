// Algebraic identities on pure operations that hold for every operand, bit for bit: what a compiler may always
// do. Floats get only those that keep signed zeros, infinities and NaN. Constants move to the right of
// commutative operations and outwards through integer sums, so that equal subexpressions look equal.

import { evaluatePure } from '../../ir/evaluate.ts';
import type { ValueId } from '../../ir/ir.ts';
import { pureOps } from '../../ir/ops.ts';
import { simplifyFloat } from './algebra-floats.ts';
import { simplifyIntegers } from './algebra-integers.ts';
import { simplifyLogic } from './algebra-logic.ts';
import type { AlgebraContext, Operation, Simplified } from './operation.ts';

/** One step towards the simplest form; undefined when there is none. */
export function simplifyOperation(operation: Operation, context: AlgebraContext): Simplified | undefined {
  return (
    foldConstants(operation, context) ?? order(operation, context) ?? applyIdentities(operation, context)
  );
}

function foldConstants(operation: Operation, context: AlgebraContext): ValueId | undefined {
  const { op, type, operands, component } = operation;
  for (let k = 0; k < operands.length; k++) {
    if (context.constantOf(operands[k]) === undefined) return undefined;
  }
  const numbers = operands.map((operand) => context.constantOf(operand)!);
  // 64-bit integers do not fit the numbers that constants are.
  if (involvesWideIntegers(operation, context)) return undefined;
  const types = operands.map((id) => context.typeOf(id));
  return context.constant(type, evaluatePure(op, type, types, numbers, component));
}

function involvesWideIntegers({ type, operands }: Operation, context: AlgebraContext): boolean {
  if (type === 'i64') return true;
  for (let k = 0; k < operands.length; k++) if (context.typeOf(operands[k]) === 'i64') return true;
  return false;
}

/** A constant goes to the right of a commutative operation. */
function order({ op, operands }: Operation, context: AlgebraContext): Simplified | undefined {
  if (!pureOps[op].isCommutative) return undefined;
  const left = operands[0];
  const right = operands[1];
  if (context.constantOf(left) === undefined || context.constantOf(right) !== undefined) return undefined;
  return { op, operands: [right, left, ...operands.slice(2)] };
}

function applyIdentities(operation: Operation, context: AlgebraContext): Simplified | undefined {
  const { op, type, operands } = operation;
  switch (op) {
    case 'select':
    case 'not':
    case 'ieq':
    case 'ine':
    case 'slt':
    case 'sle':
    case 'ult':
    case 'ule':
      return simplifyLogic(operation, context);
    case 'and':
    case 'or':
    case 'xor':
      return simplifyLogic(operation, context) ?? simplifyIntegers(operation, context);
    case 'bitcast': {
      const inner = context.definitionOf(operands[0]);
      if (context.typeOf(operands[0]) === type) return operands[0];
      if (inner?.op !== 'bitcast') return undefined;
      return context.typeOf(inner.operands[0]) === type
        ? inner.operands[0]
        : { op, operands: inner.operands };
    }
    default:
      if (involvesWideIntegers(operation, context)) return undefined;
      return type.startsWith('f') ? simplifyFloat(operation, context) : simplifyIntegers(operation, context);
  }
}
