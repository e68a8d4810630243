// Dot products of integers (SPV_KHR_integer_dot_product): of vectors, or of bytes packed in words. Components
// are extended to the width of the result; the accumulating forms saturate only when they add the accumulator.

import type { Builder } from '../../../ir/builder.ts';
import type { ScalarType, ValueId } from '../../../ir/ir.ts';
import { bitWidth } from '../../../ir/ops.ts';
import { emitPure } from '../../fold.ts';
import { sumOfProducts } from '../../formulas/matrices.ts';
import type { Handler, Lowering } from '../lowering.ts';
import { unsupported } from '../problems.ts';
import type { Handlers } from './componentwise.ts';
import { convertInteger } from './integers.ts';
import {
  componentsAt,
  define,
  operandAt,
  refuse,
  resultComponents,
  sameComponentsAt,
  scalarAt,
  word,
} from './operands.ts';

type Extension = 'sextend' | 'uextend';
/** How the components of the two vectors are extended. */
type Signs = readonly [Extension, Extension];

const PACKED_4X8 = 0;

function dot(signs: Signs): Handler {
  return (lowering, at) => {
    const type = resultComponents(lowering, at, 'integer');
    if (type.kind !== 'scalar') refuse(lowering, at, 'a scalar as its result');
    define(lowering, at, type, [product(lowering, at, type.scalar, signs, 5)]);
  };
}

function accumulated(signs: Signs): Handler {
  return (lowering, at) => {
    const { builder } = lowering;
    const type = resultComponents(lowering, at, 'integer');
    if (type.kind !== 'scalar') refuse(lowering, at, 'a scalar as its result');
    const sum = product(lowering, at, type.scalar, signs, 6);
    const accumulator = scalarAt(lowering, at, 5, type.scalar);
    const isSigned = signs[0] === 'sextend';
    const result = isSigned
      ? addSignedSaturating(builder, sum, accumulator)
      : addUnsignedSaturating(builder, sum, accumulator);
    define(lowering, at, type, [result]);
  };
}

/** The dot product at the result's width; word `format` says how bytes are packed, for scalar operands. */
function product(lowering: Lowering, at: number, type: ScalarType, signs: Signs, format: number): ValueId {
  const { builder } = lowering;
  if (operandAt(lowering, at, 3).type.kind === 'scalar') {
    if (word(lowering, at, format) !== PACKED_4X8) {
      unsupported('packed-format', 'only PackedVectorFormat4x8Bit is known', lowering.span(at));
    }
    const a = scalarAt(lowering, at, 3, 'i32');
    const b = scalarAt(lowering, at, 4, 'i32');
    // Four products of bytes fit into 32 bits, so the sum can be extended or cut afterwards.
    return convertInteger(builder, packedProduct(builder, a, b, signs), type, signs[0]);
  }
  const size = componentsAt(lowering, at, 3, 'integer').length;
  const a = componentsAt(lowering, at, 3, 'integer', size);
  const b = sameComponentsAt(lowering, at, 4, builder.typeOf(a[0]), size);
  if (bitWidth(type) < bitWidth(builder.typeOf(a[0]))) {
    refuse(lowering, at, 'a result at least as wide as the components');
  }
  const extended = (values: readonly ValueId[], extension: Extension) =>
    values.map((value) => convertInteger(builder, value, type, extension));
  return sumOfProducts(builder, extended(a, signs[0]), extended(b, signs[1]));
}

function packedProduct(builder: Builder, a: ValueId, b: ValueId, signs: Signs): ValueId {
  if (signs[0] === signs[1]) {
    return emitPure(builder, signs[0] === 'sextend' ? 'sdot4' : 'udot4', 'i32', [a, b]);
  }
  return sumOfProducts(builder, bytes(builder, a, signs[0]), bytes(builder, b, signs[1]));
}

function bytes(builder: Builder, packed: ValueId, extension: Extension): ValueId[] {
  const op = extension === 'sextend' ? 'sextractbits' : 'uextractbits';
  const width = builder.constant('i32', 8);
  return [0, 8, 16, 24].map((offset) =>
    emitPure(builder, op, 'i32', [packed, builder.constant('i32', offset), width]),
  );
}

function addUnsignedSaturating(builder: Builder, a: ValueId, b: ValueId): ValueId {
  const type = builder.typeOf(a);
  const sum = emitPure(builder, 'iadd', type, [a, b]);
  const isOver = emitPure(builder, 'ult', 'bool', [sum, a]);
  return emitPure(builder, 'select', type, [isOver, builder.constant(type, -1), sum]);
}

/** Over when both have the sign that the sum has not; then the limit is that of their sign. */
function addSignedSaturating(builder: Builder, a: ValueId, b: ValueId): ValueId {
  const type = builder.typeOf(a);
  const sum = emitPure(builder, 'iadd', type, [a, b]);
  const changed = emitPure(builder, 'and', type, [
    emitPure(builder, 'xor', type, [a, sum]),
    emitPure(builder, 'xor', type, [b, sum]),
  ]);
  const isOver = emitPure(builder, 'slt', 'bool', [changed, builder.constant(type, 0)]);
  const ones = builder.constant(type, -1);
  const largest = emitPure(builder, 'ushr', type, [ones, builder.constant(type, 1)]);
  const sign = emitPure(builder, 'sshr', type, [a, builder.constant(type, bitWidth(type) - 1)]);
  const limit = emitPure(builder, 'xor', type, [sign, largest]);
  return emitPure(builder, 'select', type, [isOver, limit, sum]);
}

const SIGNED: Signs = ['sextend', 'sextend'];
const UNSIGNED: Signs = ['uextend', 'uextend'];
const MIXED: Signs = ['sextend', 'uextend'];

export const dotProducts: Handlers = {
  OpSDot: dot(SIGNED),
  OpUDot: dot(UNSIGNED),
  OpSUDot: dot(MIXED),
  OpSDotAccSat: accumulated(SIGNED),
  OpUDotAccSat: accumulated(UNSIGNED),
  OpSUDotAccSat: accumulated(MIXED),
};
