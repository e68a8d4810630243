// Identities of conditions: bool algebra, integer comparisons and `select`.

import { evaluatePure } from '../../ir/evaluate.ts';
import type { PureOp, ValueId } from '../../ir/ir.ts';
import { type AlgebraContext, type Operation, rightConstant, type Simplified } from './operation.ts';

/** One step for a condition, a `select`, or `and`, `or`, `xor`, `not` of any type. */
export function simplifyLogic(operation: Operation, context: AlgebraContext): Simplified | undefined {
  const { op, type } = operation;
  switch (op) {
    case 'select':
      return simplifySelect(operation, context);
    case 'not':
      return simplifyNot(operation, context);
    case 'and':
    case 'or':
    case 'xor':
      return type === 'bool' ? simplifyBool(operation, context) : undefined;
    default:
      return simplifyComparison(operation, context);
  }
}

function simplifySelect({ operands, op, type }: Operation, context: AlgebraContext): Simplified | undefined {
  const [condition, ifTrue, ifFalse] = operands as [ValueId, ValueId, ValueId];
  const known = context.constantOf(condition);
  if (known !== undefined) return known ? ifTrue : ifFalse;
  if (ifTrue === ifFalse) return ifTrue;
  const negated = context.definitionOf(condition);
  if (negated?.op === 'not') return { op, operands: [negated.operands[0], ifFalse, ifTrue] };
  if (type !== 'bool') return undefined;
  const whenTrue = context.constantOf(ifTrue);
  const whenFalse = context.constantOf(ifFalse);
  if (whenTrue !== undefined && whenFalse !== undefined) {
    return whenTrue ? condition : { op: 'not', operands: [condition] };
  }
  if (whenTrue === 1) return { op: 'or', operands: [condition, ifFalse] };
  if (whenFalse === 0) return { op: 'and', operands: [condition, ifTrue] };
  return undefined;
}

/** Comparisons whose negation is a comparison too; for floats only equality, because of NaN. */
const NEGATED: Partial<Record<PureOp, { readonly op: PureOp; readonly isSwapped: boolean }>> = {
  ieq: { op: 'ine', isSwapped: false },
  ine: { op: 'ieq', isSwapped: false },
  slt: { op: 'sle', isSwapped: true },
  sle: { op: 'slt', isSwapped: true },
  ult: { op: 'ule', isSwapped: true },
  ule: { op: 'ult', isSwapped: true },
  feq: { op: 'fne', isSwapped: false },
  fne: { op: 'feq', isSwapped: false },
};

function simplifyNot({ operands }: Operation, context: AlgebraContext): Simplified | undefined {
  const inner = context.definitionOf(operands[0]);
  if (!inner) return undefined;
  if (inner.op === 'not') return inner.operands[0];
  const negated = NEGATED[inner.op];
  if (!negated) return undefined;
  const [x, y] = inner.operands as [ValueId, ValueId];
  return { op: negated.op, operands: negated.isSwapped ? [y, x] : [x, y] };
}

function simplifyBool(operation: Operation, context: AlgebraContext): Simplified | undefined {
  const { op, operands } = operation;
  const [x, y] = operands as [ValueId, ValueId];
  if (x === y) return op === 'xor' ? context.constant('bool', 0) : x;
  const c = rightConstant(operation, context);
  if (c === undefined) return undefined;
  if (op === 'and') return c ? x : y;
  if (op === 'or') return c ? y : x;
  return c ? { op: 'not', operands: [x] } : x;
}

function simplifyComparison(operation: Operation, context: AlgebraContext): Simplified | undefined {
  const { op, operands } = operation;
  const [x, y] = operands as [ValueId, ValueId];
  if (x === y) return context.constant('bool', op === 'ieq' || op === 'sle' || op === 'ule' ? 1 : 0);
  if (op === 'ult' && context.constantOf(y) === 0) return context.constant('bool', 0);
  if (op === 'ule' && context.constantOf(x) === 0) return context.constant('bool', 1);
  const c = rightConstant(operation, context);
  if (c === undefined) return undefined;
  if (context.typeOf(x) === 'bool') {
    return (op === 'ieq') === (c === 1) ? x : { op: 'not', operands: [x] };
  }
  return (
    compareSelect(operation, c, context) ??
    compareBit(operation, c, context) ??
    compareSum(operation, c, context)
  );
}

/** A comparison of `select(condition, c1, c2)` with a constant is the condition, its negation, or known. */
function compareSelect(
  { op, operands }: Operation,
  c: number,
  context: AlgebraContext,
): Simplified | undefined {
  const select = context.definitionOf(operands[0]);
  if (select?.op !== 'select') return undefined;
  const [condition, ifTrue, ifFalse] = select.operands as [ValueId, ValueId, ValueId];
  const whenTrue = context.constantOf(ifTrue);
  const whenFalse = context.constantOf(ifFalse);
  if (whenTrue === undefined || whenFalse === undefined) return undefined;
  const type = context.typeOf(ifTrue);
  const outcomeOf = (value: number) => evaluatePure(op, 'bool', [type, type], [value, c]);
  const [first, second] = [outcomeOf(whenTrue), outcomeOf(whenFalse)];
  if (first === second) return context.constant('bool', first);
  return first ? condition : { op: 'not', operands: [condition] };
}

/** (x & c) == c becomes (x & c) != 0 where c is one bit: the logic itself says whether its result is zero. */
function compareBit({ op, operands }: Operation, c: number, context: AlgebraContext): Simplified | undefined {
  if ((op !== 'ieq' && op !== 'ine') || c === 0 || (c & (c - 1)) !== 0) return undefined;
  const [masked] = operands as [ValueId, ValueId];
  const type = context.typeOf(masked);
  const mask = context.definitionOf(masked);
  if (type !== 'i32' || mask?.op !== 'and' || rightConstant(mask, context) !== c) return undefined;
  return { op: op === 'ieq' ? 'ine' : 'ieq', operands: [masked, context.constant(type, 0)] };
}

/** (x + c1) == c becomes x == c - c1. */
function compareSum({ op, operands }: Operation, c: number, context: AlgebraContext): Simplified | undefined {
  if (op !== 'ieq' && op !== 'ine') return undefined;
  const type = context.typeOf(operands[0]);
  const sum = context.definitionOf(operands[0]);
  const added = sum?.op === 'iadd' ? rightConstant(sum, context) : undefined;
  if (type !== 'i32' || added === undefined) return undefined;
  return { op, operands: [sum!.operands[0], context.constant(type, c - added)] };
}
