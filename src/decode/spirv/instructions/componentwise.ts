// Instructions that work on each component by itself: arithmetic, bits, logic, comparisons and simple
// conversions. Most are one operation of the IR (SPIR-V specification, sections 3.3.13 to 3.3.15).

import type { Builder } from '../../../ir/builder.ts';
import type { PureOp, ScalarType, ValueId } from '../../../ir/ir.ts';
import type { TypeClass } from '../../../ir/ops.ts';
import { emitPure } from '../../fold.ts';
import type { Handler } from '../lowering.ts';
import { componentsAt, define, refuse, resultComponents, sameComponentsAt } from './operands.ts';

export type Handlers = Readonly<Record<string, Handler>>;
/** What happens to one component of each operand; `type` is the result's. */
type Recipe = (builder: Builder, type: ScalarType, a: ValueId, b: ValueId) => ValueId;

const NONE: readonly ValueId[] = [];

/** One operand of the result's type. */
function unary(components: TypeClass, recipe: Recipe | PureOp): Handler {
  const lower = recipeOf(recipe, 1);
  return (lowering, at) => {
    const type = resultComponents(lowering, at, components);
    const a = sameComponentsAt(lowering, at, 3, type.scalar, type.kind === 'scalar' ? 1 : type.size);
    define(lowering, at, type, apply(lowering.builder, lower, type.scalar, a, NONE));
  };
}

/** Two operands of the result's type. */
function binary(components: TypeClass, recipe: Recipe | PureOp): Handler {
  const lower = recipeOf(recipe, 2);
  return (lowering, at) => {
    const type = resultComponents(lowering, at, components);
    const count = type.kind === 'scalar' ? 1 : type.size;
    const a = sameComponentsAt(lowering, at, 3, type.scalar, count);
    const b = sameComponentsAt(lowering, at, 4, type.scalar, count);
    define(lowering, at, type, apply(lowering.builder, lower, type.scalar, a, b));
  };
}

/** A shift: the second operand may be an integer of another width. */
function shift(op: PureOp): Handler {
  const lower = recipeOf(op, 2);
  return (lowering, at) => {
    const type = resultComponents(lowering, at, 'integer');
    const count = type.kind === 'scalar' ? 1 : type.size;
    const a = sameComponentsAt(lowering, at, 3, type.scalar, count);
    const b = componentsAt(lowering, at, 4, 'integer', count);
    define(lowering, at, type, apply(lowering.builder, lower, type.scalar, a, b));
  };
}

/** A test of one operand whose components are of the class. */
function test(components: TypeClass, recipe: Recipe | PureOp): Handler {
  const lower = recipeOf(recipe, 1);
  return (lowering, at) => {
    const type = resultComponents(lowering, at, 'bool');
    const a = componentsAt(lowering, at, 3, components, type.kind === 'scalar' ? 1 : type.size);
    define(lowering, at, type, apply(lowering.builder, lower, 'bool', a, NONE));
  };
}

/** A comparison of two operands of one type. */
function compare(components: TypeClass, recipe: Recipe | PureOp): Handler {
  const lower = recipeOf(recipe, 2);
  return (lowering, at) => {
    const type = resultComponents(lowering, at, 'bool');
    const a = componentsAt(lowering, at, 3, components, type.kind === 'scalar' ? 1 : type.size);
    const b = sameComponentsAt(lowering, at, 4, lowering.builder.typeOf(a[0]), a.length);
    define(lowering, at, type, apply(lowering.builder, lower, 'bool', a, b));
  };
}

function recipeOf(recipe: Recipe | PureOp, operands: 1 | 2): Recipe {
  if (typeof recipe !== 'string') return recipe;
  return operands === 1
    ? (builder, type, a) => emitPure(builder, recipe, type, [a])
    : (builder, type, a, b) => emitPure(builder, recipe, type, [a, b]);
}

function apply(
  builder: Builder,
  recipe: Recipe,
  type: ScalarType,
  a: readonly ValueId[],
  b: readonly ValueId[],
): ValueId[] {
  const results = new Array<ValueId>(a.length);
  for (let i = 0; i < a.length; i++) results[i] = recipe(builder, type, a[i], b[i]);
  return results;
}

function swapped(op: PureOp): Recipe {
  return (builder, type, a, b) => emitPure(builder, op, type, [b, a]);
}

function not(builder: Builder, condition: ValueId): ValueId {
  return emitPure(builder, 'not', 'bool', [condition]);
}

/** True where the opposite ordered comparison is false, so also for NaN. */
function unordered(opposite: Recipe): Recipe {
  return (builder, type, a, b) => not(builder, opposite(builder, type, a, b));
}

const lessThan = recipeOf('flt', 2);
const lessOrEqual = recipeOf('fle', 2);
const lessOrGreater: Recipe = (builder, type, a, b) =>
  emitPure(builder, 'or', 'bool', [lessThan(builder, type, a, b), lessThan(builder, type, b, a)]);

const hasNan: Recipe = (builder, type, a, b) =>
  emitPure(builder, 'or', 'bool', [
    emitPure(builder, 'isnan', type, [a]),
    emitPure(builder, 'isnan', type, [b]),
  ]);

/** The remainder with the sign of the divisor: the divisor is added where the signs differ. */
const signedModulo: Recipe = (builder, type, a, b) => {
  const zero = builder.constant(type, 0);
  const remainder = emitPure(builder, 'srem', type, [a, b]);
  const isInexact = emitPure(builder, 'ine', 'bool', [remainder, zero]);
  const signs = emitPure(builder, 'xor', type, [remainder, b]);
  const differ = emitPure(builder, 'slt', 'bool', [signs, zero]);
  const isWrong = emitPure(builder, 'and', 'bool', [isInexact, differ]);
  return emitPure(builder, 'select', type, [
    isWrong,
    emitPure(builder, 'iadd', type, [remainder, b]),
    remainder,
  ]);
};

/** x − y · floor(x / y): as it is usually expanded, with the accuracy that Vulkan's environment grants it. */
const floatModulo: Recipe = (builder, type, a, b) => {
  const quotient = emitPure(builder, 'fdiv', type, [a, b]);
  const whole = emitPure(builder, 'floor', type, [quotient]);
  return emitPure(builder, 'fsub', type, [a, emitPure(builder, 'fmul', type, [b, whole])]);
};

const negate: Recipe = (builder, type, a) => emitPure(builder, 'isub', type, [builder.constant(type, 0), a]);

/** OpAny and OpAll: a vector joined to one bool. */
function joined(op: 'and' | 'or'): Handler {
  return (lowering, at) => {
    const type = resultComponents(lowering, at, 'bool');
    if (type.kind !== 'scalar') refuse(lowering, at, 'a scalar as its result');
    const { builder } = lowering;
    const components = componentsAt(lowering, at, 3, 'bool');
    const value = components.reduce((left, right) => emitPure(builder, op, 'bool', [left, right]));
    define(lowering, at, type, [value]);
  };
}

export const componentwise: Handlers = {
  OpSNegate: unary('integer', negate),
  OpFNegate: unary('float', 'fneg'),
  OpIAdd: binary('integer', 'iadd'),
  OpFAdd: binary('float', 'fadd'),
  OpISub: binary('integer', 'isub'),
  OpFSub: binary('float', 'fsub'),
  OpIMul: binary('integer', 'imul'),
  OpFMul: binary('float', 'fmul'),
  OpUDiv: binary('integer', 'udiv'),
  OpSDiv: binary('integer', 'sdiv'),
  OpFDiv: binary('float', 'fdiv'),
  OpUMod: binary('integer', 'urem'),
  OpSRem: binary('integer', 'srem'),
  OpSMod: binary('integer', signedModulo),
  OpFRem: binary('float', 'frem'),
  OpFMod: binary('float', floatModulo),

  OpShiftRightLogical: shift('ushr'),
  OpShiftRightArithmetic: shift('sshr'),
  OpShiftLeftLogical: shift('shl'),
  OpBitwiseOr: binary('integer', 'or'),
  OpBitwiseXor: binary('integer', 'xor'),
  OpBitwiseAnd: binary('integer', 'and'),
  OpNot: unary('integer', 'not'),
  OpBitReverse: unary('integer', 'bitreverse'),

  OpAny: joined('or'),
  OpAll: joined('and'),
  OpLogicalEqual: binary('bool', 'ieq'),
  OpLogicalNotEqual: binary('bool', 'ine'),
  OpLogicalOr: binary('bool', 'or'),
  OpLogicalAnd: binary('bool', 'and'),
  OpLogicalNot: unary('bool', 'not'),

  OpIEqual: compare('integer', 'ieq'),
  OpINotEqual: compare('integer', 'ine'),
  OpUGreaterThan: compare('integer', swapped('ult')),
  OpSGreaterThan: compare('integer', swapped('slt')),
  OpUGreaterThanEqual: compare('integer', swapped('ule')),
  OpSGreaterThanEqual: compare('integer', swapped('sle')),
  OpULessThan: compare('integer', 'ult'),
  OpSLessThan: compare('integer', 'slt'),
  OpULessThanEqual: compare('integer', 'ule'),
  OpSLessThanEqual: compare('integer', 'sle'),

  OpFOrdEqual: compare('float', 'feq'),
  OpFUnordEqual: compare('float', unordered(lessOrGreater)),
  OpFOrdNotEqual: compare('float', lessOrGreater),
  OpFUnordNotEqual: compare('float', 'fne'),
  OpFOrdLessThan: compare('float', 'flt'),
  OpFUnordLessThan: compare('float', unordered(swapped('fle'))),
  OpFOrdGreaterThan: compare('float', swapped('flt')),
  OpFUnordGreaterThan: compare('float', unordered(lessOrEqual)),
  OpFOrdLessThanEqual: compare('float', 'fle'),
  OpFUnordLessThanEqual: compare('float', unordered(swapped('flt'))),
  OpFOrdGreaterThanEqual: compare('float', swapped('fle')),
  OpFUnordGreaterThanEqual: compare('float', unordered(lessThan)),
  OpLessOrGreater: compare('float', lessOrGreater),
  OpUnordered: compare('float', hasNan),
  OpOrdered: compare('float', unordered(hasNan)),
  OpIsNan: test('float', 'isnan'),
  OpIsInf: test('float', 'isinf'),
};
