// Instructions whose result is a structure of two numbers: additions and subtractions with carry, products of
// double width. The structure holds all low parts, then all carries or high parts.

import type { Builder } from '../../../ir/builder.ts';
import type { PureOp, ScalarType, ValueId } from '../../../ir/ir.ts';
import { isInClass } from '../../../ir/ops.ts';
import { emitPure } from '../../fold.ts';
import type { Handler, Lowering } from '../lowering.ts';
import type { Handlers } from './componentwise.ts';
import {
  define,
  isScalarOrVector,
  refuse,
  resultType,
  type ScalarOrVector,
  sameComponentsAt,
} from './operands.ts';

/** The low and the high part of one component. */
type Parts = (builder: Builder, type: ScalarType, a: ValueId, b: ValueId) => readonly [ValueId, ValueId];

function wide(parts: Parts): Handler {
  return (lowering, at) => {
    const type = resultType(lowering, at);
    const half = halfType(lowering, at);
    const count = half.kind === 'scalar' ? 1 : half.size;
    const a = sameComponentsAt(lowering, at, 3, half.scalar, count);
    const b = sameComponentsAt(lowering, at, 4, half.scalar, count);
    const scalars = new Array<ValueId>(2 * count);
    for (let i = 0; i < count; i++) {
      [scalars[i], scalars[count + i]] = parts(lowering.builder, half.scalar, a[i], b[i]);
    }
    define(lowering, at, type, scalars);
  };
}

/** The type of both members of the result. */
function halfType(lowering: Lowering, at: number): ScalarOrVector {
  const type = resultType(lowering, at);
  if (type.kind === 'struct' && type.members.length === 2) {
    const [low, high] = [type.members[0].type, type.members[1].type];
    const isFine =
      isScalarOrVector(low) &&
      isScalarOrVector(high) &&
      low.scalar === high.scalar &&
      isInClass(low.scalar, 'integer') &&
      low.kind === high.kind &&
      (low.kind === 'scalar' || low.size === (high as typeof low).size);
    if (isFine) return low;
  }
  return refuse(lowering, at, 'a structure of two equal integer types as its result');
}

function product(high: PureOp): Parts {
  return (builder, type, a, b) => [
    emitPure(builder, 'imul', type, [a, b]),
    emitPure(builder, high, type, [a, b]),
  ];
}

function flag(builder: Builder, type: ScalarType, isSet: ValueId): ValueId {
  return emitPure(builder, 'select', type, [isSet, builder.constant(type, 1), builder.constant(type, 0)]);
}

const addCarry: Parts = (builder, type, a, b) => {
  const sum = emitPure(builder, 'iadd', type, [a, b]);
  return [sum, flag(builder, type, emitPure(builder, 'ult', 'bool', [sum, a]))];
};

const subtractBorrow: Parts = (builder, type, a, b) => [
  emitPure(builder, 'isub', type, [a, b]),
  flag(builder, type, emitPure(builder, 'ult', 'bool', [a, b])),
];

export const wideArithmetic: Handlers = {
  OpIAddCarry: wide(addCarry),
  OpISubBorrow: wide(subtractBorrow),
  OpUMulExtended: wide(product('umulhi')),
  OpSMulExtended: wide(product('smulhi')),
};
