// WGSL's operators on concrete operands: component by component for vectors, with scalars spread over them,
// and the linear algebra of matrices as sums of products in column order.

import type { Builder } from '../../ir/builder.ts';
import type { PureOp, ValueId } from '../../ir/ir.ts';
import { emitPure } from '../fold.ts';
import { matrixTimesMatrix, matrixTimesVector, vectorTimesMatrix } from '../formulas/matrices.ts';
import { leafScalar, matrixType, vectorType, withScalar } from './layout.ts';
import { irType, type Operand, type WgslScalar } from './types.ts';

// biome-ignore format: one row per family of operators
export type BinaryOperator =
  | '+' | '-' | '*' | '/' | '%' | '&' | '|' | '^' | '<<' | '>>'
  | '==' | '!=' | '<' | '<=' | '>' | '>=' | '&&' | '||';
export type UnaryOperator = '-' | '!' | '~';

const comparisons = new Set<BinaryOperator>(['==', '!=', '<', '<=', '>', '>=']);

export function isComparison(operator: BinaryOperator): boolean {
  return comparisons.has(operator);
}

/** The IR operations for an operator: on signed and unsigned integers and on floats, where they differ. */
const OPERATIONS: Readonly<Record<BinaryOperator, readonly [PureOp, PureOp?, PureOp?]>> = {
  '+': ['iadd', 'iadd', 'fadd'],
  '-': ['isub', 'isub', 'fsub'],
  '*': ['imul', 'imul', 'fmul'],
  '/': ['sdiv', 'udiv', 'fdiv'],
  '%': ['srem', 'urem', 'frem'],
  '&': ['and'],
  '&&': ['and'],
  '|': ['or'],
  '||': ['or'],
  '^': ['xor'],
  '<<': ['shl'],
  '>>': ['sshr', 'ushr', 'ushr'],
  '==': ['ieq', 'ieq', 'feq'],
  '!=': ['ine', 'ine', 'fne'],
  '<': ['slt', 'ult', 'flt'],
  '>': ['slt', 'ult', 'flt'],
  '<=': ['sle', 'ule', 'fle'],
  '>=': ['sle', 'ule', 'fle'],
};

/** The IR operation for an operator on one scalar type; comparisons with `>` exchange their operands. */
function operation(operator: BinaryOperator, scalar: WgslScalar): PureOp {
  const kind = scalar === 'f32' || scalar === 'f16' ? 2 : scalar === 'i32' ? 0 : 1;
  return OPERATIONS[operator][kind] ?? OPERATIONS[operator][0];
}

/**
 * `left operator right`; undefined when the types do not fit the operator. Both sides are evaluated, so for
 * `&&` and `||` the right side must have no effect.
 */
export function lowerBinary(
  builder: Builder,
  operator: BinaryOperator,
  left: Operand,
  right: Operand,
): Operand | undefined {
  if (operator === '*' && (left.type.kind === 'matrix' || right.type.kind === 'matrix')) {
    return multiplyMatrices(builder, left, right);
  }
  return lowerComponents(builder, operator, left, right);
}

function lowerComponents(
  builder: Builder,
  operator: BinaryOperator,
  left: Operand,
  right: Operand,
): Operand | undefined {
  const scalar = leafScalar(left.type);
  if (scalar === undefined) return undefined;
  const shape = left.type.kind === 'scalar' ? right.type : left.type;
  const count = Math.max(left.scalars.length, right.scalars.length);
  const a = spread(left.scalars, count);
  const b = spread(right.scalars, count);
  const op = operation(operator, scalar);
  if (op === undefined || a.length !== count || b.length !== count) return undefined;
  const resultScalar = isComparison(operator) ? 'bool' : scalar;
  const isSwapped = operator === '>' || operator === '>=';
  const scalars = a.map((x, i) => {
    const operands = isSwapped ? [b[i], x] : [x, b[i]];
    return emitPure(builder, op, irType(resultScalar), operands);
  });
  return { type: withScalar(shape, resultScalar), scalars };
}

function spread(scalars: readonly ValueId[], count: number): readonly ValueId[] {
  return scalars.length === 1 && count > 1 ? Array<ValueId>(count).fill(scalars[0]) : scalars;
}

/** `-x`, `!x` or `~x`, component by component. */
export function lowerUnary(builder: Builder, operator: UnaryOperator, operand: Operand): Operand | undefined {
  const scalar = leafScalar(operand.type);
  if (scalar === undefined) return undefined;
  const type = irType(scalar);
  const isFloat = scalar === 'f32' || scalar === 'f16';
  const scalars = operand.scalars.map((value) => {
    if (operator !== '-') return emitPure(builder, 'not', type, [value]);
    if (isFloat) return emitPure(builder, 'fneg', type, [value]);
    return emitPure(builder, 'isub', type, [builder.constant(type, 0), value]);
  });
  return { type: operand.type, scalars };
}

function multiplyMatrices(builder: Builder, left: Operand, right: Operand): Operand | undefined {
  const a = left.type;
  const b = right.type;
  if (a.kind === 'matrix' && b.kind === 'matrix') {
    if (a.columns !== b.rows) return undefined;
    const scalars = matrixTimesMatrix(builder, left.scalars, a.rows, right.scalars);
    return { type: matrixType(b.columns, a.rows, a.scalar), scalars };
  }
  if (a.kind === 'matrix' && b.kind === 'vector') {
    const scalars = matrixTimesVector(builder, left.scalars, a.rows, right.scalars);
    return { type: vectorType(a.rows, a.scalar), scalars };
  }
  if (a.kind === 'vector' && b.kind === 'matrix') {
    const scalars = vectorTimesMatrix(builder, left.scalars, right.scalars);
    return { type: vectorType(b.columns, b.scalar), scalars };
  }
  return lowerComponents(builder, '*', left, right);
}

/** The value conversion that a constructor such as `f32(x)` or `vec3<i32>(v)` does to one scalar. */
function convertScalar(builder: Builder, from: WgslScalar, to: WgslScalar, value: ValueId): ValueId {
  if (from === to || (irType(from) === 'i32' && irType(to) === 'i32')) return value;
  const type = irType(to);
  const toFloat = to === 'f32' || to === 'f16';
  if (from === 'bool') {
    return emitPure(builder, 'select', type, [value, builder.constant(type, 1), builder.constant(type, 0)]);
  }
  const fromFloat = from === 'f32' || from === 'f16';
  if (to === 'bool') {
    const zero = builder.constant(irType(from), 0);
    return emitPure(builder, fromFloat ? 'fne' : 'ine', 'bool', [value, zero]);
  }
  if (fromFloat && toFloat) return emitPure(builder, 'f2f', type, [value]);
  if (fromFloat) return emitPure(builder, to === 'i32' ? 'f2s' : 'f2u', type, [value]);
  return emitPure(builder, from === 'i32' ? 's2f' : 'u2f', type, [value]);
}

/** The operand with every scalar converted to `scalar`. */
export function convertOperand(builder: Builder, operand: Operand, scalar: WgslScalar): Operand {
  const from = leafScalar(operand.type);
  if (from === undefined || from === scalar) return operand;
  const scalars = operand.scalars.map((value) => convertScalar(builder, from, scalar, value));
  return { type: withScalar(operand.type, scalar), scalars };
}
