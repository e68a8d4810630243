// Identities of integer arithmetic modulo a power of two, for 8, 16 and 32 bits.

import { evaluatePure } from '../../ir/evaluate.ts';
import type { PureInstruction, PureOp, ScalarType, ValueId } from '../../ir/ir.ts';
import {
  type AlgebraContext,
  type Operation,
  rightConstant,
  type Simplified,
  shiftPlaces,
} from './operation.ts';

/** One step for an integer operation whose constant, if any, is its right operand. */
export function simplifyIntegers(operation: Operation, context: AlgebraContext): Simplified | undefined {
  const { op, type, operands } = operation;
  const [x, y] = operands as [ValueId, ValueId];
  const c = rightConstant(operation, context);
  if (op === 'iadd_carried' || op === 'isub_borrowed') {
    const isPlain = context.constantOf(operands[2]) === 0;
    return isPlain ? { op: op === 'iadd_carried' ? 'iadd' : 'isub', operands: [x, y] } : undefined;
  }
  if (x === y && operands.length === 2) {
    const same = withItself(op);
    if (same !== undefined) return same === 'self' ? x : context.constant(type, same);
  }
  if (c === undefined)
    return op === 'iadd' || op === 'isub' ? moveConstantsOut(operation, context) : undefined;
  if (isNeutral(op, c)) return x;
  if (isAbsorbing(op, c)) return context.constant(type, c);
  const chosen = intoSelect(operation, c, context);
  if (chosen !== undefined) return chosen;
  switch (op) {
    case 'uadd_carry':
    case 'usub_borrow':
      return c === 0 ? context.constant('bool', 0) : undefined;
    case 'isub':
      return { op: 'iadd', operands: [x, context.constant(type, -c)] };
    case 'imul':
      return multiplyByConstant(operation, c, context);
    case 'urem':
      return c === 1 ? context.constant(type, 0) : undefined;
    case 'xor':
      return c === -1 ? { op: 'not', operands: [x] } : combineConstants(operation, c, context);
    case 'shl':
    case 'ushr':
    case 'sshr':
      return shiftByConstant(operation, c, context);
    case 'iadd':
    case 'and':
    case 'or':
    case 'umin':
    case 'umax':
    case 'smin':
    case 'smax':
      return combineConstants(operation, c, context);
    default:
      return undefined;
  }
}

const INTO_SELECT: ReadonlySet<PureOp> = new Set(['shl', 'ushr', 'sshr', 'and', 'imul']);

/**
 * What is done to one of two constants is done to both in advance; but not where bits are lost, as a scaled index that
 * passes 2^32 is out of bounds.
 */
function intoSelect(
  { op, type, operands }: Operation,
  c: number,
  context: AlgebraContext,
): Simplified | undefined {
  if (!INTO_SELECT.has(op)) return undefined;
  const select = context.definitionOf(operands[0]);
  if (select?.op !== 'select') return undefined;
  const constants = select.operands.slice(1).map((each) => context.constantOf(each));
  if (constants.some((each) => each === undefined || losesBits(op, type, each, c))) return undefined;
  const results = constants.map((each) =>
    context.constant(type, evaluatePure(op, type, [type, type], [each!, c])),
  );
  return { op: 'select', operands: [select.operands[0], ...results] };
}

function losesBits(op: PureOp, type: ScalarType, value: number, c: number): boolean {
  if (op !== 'shl' && op !== 'imul') return false;
  const factor = op === 'shl' ? 2 ** shiftPlaces(type, c) : c >>> 0;
  return (value >>> 0) * factor >= 2 ** 32;
}

/** The result of an operation on twice the same value. */
function withItself(op: PureOp): 'self' | 0 | undefined {
  switch (op) {
    case 'and':
    case 'or':
    case 'umin':
    case 'umax':
    case 'smin':
    case 'smax':
      return 'self';
    case 'xor':
    case 'isub':
    case 'usub_borrow':
      return 0;
    default:
      return undefined;
  }
}

function isNeutral(op: PureOp, c: number): boolean {
  switch (op) {
    case 'iadd':
    case 'isub':
    case 'or':
    case 'xor':
    case 'shl':
    case 'ushr':
    case 'sshr':
    case 'umax':
      return c === 0;
    case 'imul':
    case 'udiv':
    case 'sdiv':
      return c === 1;
    case 'and':
    case 'umin':
      return c === -1;
    default:
      return false;
  }
}

/** The result is the constant, whatever the other operand. */
function isAbsorbing(op: PureOp, c: number): boolean {
  if (op === 'imul' || op === 'and' || op === 'umin') return c === 0;
  return (op === 'or' || op === 'umax') && c === -1;
}

/** (x op c1) op c becomes x op (c1 op c). */
function combineConstants(operation: Operation, c: number, context: AlgebraContext): Simplified | undefined {
  const { op, type, operands } = operation;
  const inner = context.definitionOf(operands[0]);
  if (inner?.op !== op) return undefined;
  const first = rightConstant(inner, context);
  if (first === undefined) return undefined;
  const both = evaluatePure(op, type, [type, type], [first, c]);
  return { op, operands: [inner.operands[0], context.constant(type, both)] };
}

function multiplyByConstant(
  operation: Operation,
  c: number,
  context: AlgebraContext,
): Simplified | undefined {
  const { type, operands } = operation;
  const combined = combineConstants(operation, c, context) ?? productOfShift(operation, c, context);
  if (combined !== undefined) return combined;
  if (type === 'i32' && (c & (c - 1)) === 0) {
    return { op: 'shl', operands: [operands[0], context.constant(type, 31 - Math.clz32(c))] };
  }
  return distribute(operation, context);
}

function shiftByConstant(operation: Operation, c: number, context: AlgebraContext): Simplified | undefined {
  const { op, type, operands } = operation;
  const places = shiftPlaces(type, c);
  if (places === 0) return operands[0];
  const amountType = context.typeOf(operands[1]);
  const inner = context.definitionOf(operands[0]);
  const first = inner?.op === op ? rightConstant(inner, context) : undefined;
  if (inner && first !== undefined) {
    const total = places + shiftPlaces(type, first);
    const widest = shiftPlaces(type, -1);
    if (total > widest && op !== 'sshr') return context.constant(type, 0);
    return { op, operands: [inner.operands[0], context.constant(amountType, Math.min(total, widest))] };
  }
  if (op !== 'shl') return undefined;
  return inner?.op === 'imul'
    ? shiftOfProduct(operation, inner, places, context)
    : distribute(operation, context);
}

/** (x << c1) * c becomes x * (c << c1). */
function productOfShift(operation: Operation, c: number, context: AlgebraContext): Simplified | undefined {
  const { op, type, operands } = operation;
  const inner = context.definitionOf(operands[0]);
  const amount = inner?.op === 'shl' ? rightConstant(inner, context) : undefined;
  if (!inner || amount === undefined) return undefined;
  const amountType = context.typeOf(inner.operands[1]);
  const factor = evaluatePure('shl', type, [type, amountType], [c, amount]);
  return { op, operands: [inner.operands[0], context.constant(type, factor)] };
}

/** (x * c1) << c becomes x * (c1 << c). */
function shiftOfProduct(
  { type, operands }: Operation,
  inner: PureInstruction,
  places: number,
  context: AlgebraContext,
): Simplified | undefined {
  const first = rightConstant(inner, context);
  if (first === undefined) return undefined;
  const factor = evaluatePure('shl', type, [type, context.typeOf(operands[1])], [first, places]);
  return { op: 'imul', operands: [inner.operands[0], context.constant(type, factor)] };
}

/**
 * (x + c1) * c becomes x * c + c1 * c, and the same for shifts: addresses keep their constants outside. Products
 * of products are no addresses but recurrences, as of random numbers, and every step of those is kept. Sums
 * that are rotated are no addresses either.
 */
function distribute(operation: Operation, context: AlgebraContext): Simplified | undefined {
  const { op, type, operands } = operation;
  const inner = context.definitionOf(operands[0]);
  if (inner?.op !== 'iadd') return undefined;
  const added = rightConstant(inner, context);
  if (added === undefined) return undefined;
  const base = context.definitionOf(inner.operands[0]);
  if (op === 'imul' && base?.op === 'imul' && rightConstant(base, context) !== undefined) return undefined;
  const factor = context.constantOf(operands[1])!;
  if (op === 'shl' && context.isShiftedRight(operands[0], shiftPlaces(type, -factor))) return undefined;
  if (leavesAddresses(added, op === 'shl' ? 2 ** shiftPlaces(type, factor) : factor)) return undefined;
  const scaled = evaluatePure(op, type, [type, context.typeOf(operands[1])], [added, factor]);
  const product = context.pure(op, type, [inner.operands[0], operands[1]]);
  return { op: 'iadd', operands: [product, context.constant(type, scaled)] };
}

/** No element of an array is larger: what is multiplied by more is no index. */
const LARGEST_ELEMENT_BYTES = 2 ** 16;

/** An index so large that its address passes 2^32 lies outside of its array, which the address's low bits do not show. */
function leavesAddresses(index: number, elementBytes: number): boolean {
  return Math.abs(elementBytes) <= LARGEST_ELEMENT_BYTES && Math.abs(index * elementBytes) >= 2 ** 31;
}

/**
 * (x + c) ± y becomes (x ± y) + c, and y ± (x + c) likewise, for y that is not constant. What the copies of an
 * unrolled loop add to its counter stays where it is: seen in what is compiled of matrix products unrolled in
 * part, `k * M + row` or `row * K + k`, whose copies each add and shift; copies whose counter is a constant by then,
 * and sums of other values, have their constants outside. To refute: a loop unrolled in part whose accesses are one
 * base and immediate offsets, though another value is added to the counter. A sum that others read as well, such as
 * the index of a coarsened kernel's copy, which its guard tests, stays whole, too: seen in what is compiled of four
 * coarsened kernels (three of `cross-covariance` have 35 to 40 shifts where one base would do with 8 to 19).
 */
function moveConstantsOut(operation: Operation, context: AlgebraContext): Simplified | undefined {
  const { op, type, operands } = operation;
  const [x, y] = operands as [ValueId, ValueId];
  if (hasCounter(x, context) || hasCounter(y, context)) return undefined;
  const left = context.isShared(x) ? undefined : addedConstant(x, context);
  if (left) {
    const rest = context.pure(op, type, [left.base, y]);
    return { op: 'iadd', operands: [rest, context.constant(type, left.added)] };
  }
  const right = context.isShared(y) ? undefined : addedConstant(y, context);
  if (!right) return undefined;
  const rest = context.pure(op, type, [x, right.base]);
  const added = op === 'isub' ? -right.added : right.added;
  return { op: 'iadd', operands: [rest, context.constant(type, added)] };
}

function addedConstant(id: ValueId, context: AlgebraContext): { base: ValueId; added: number } | undefined {
  const definition = context.definitionOf(id);
  if (definition?.op !== 'iadd') return undefined;
  const added = rightConstant(definition, context);
  const [base] = definition.operands;
  return added === undefined ? undefined : { base, added };
}

/** A sum of constant multiples with a loop's counter among them. */
function hasCounter(id: ValueId, context: AlgebraContext): boolean {
  const definition = context.definitionOf(id);
  if (definition === undefined) return context.isCarried(id);
  const { op, operands } = definition;
  if (op === 'imul' || op === 'shl')
    return rightConstant(definition, context) !== undefined && hasCounter(operands[0], context);
  return (op === 'iadd' || op === 'isub') && operands.some((each) => hasCounter(each, context));
}
