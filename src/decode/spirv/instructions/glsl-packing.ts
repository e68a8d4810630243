// Vectors of floats packed into one word and back, as GLSL.std.450 has them.

import type { PureOp, ValueId } from '../../../ir/ir.ts';
import { emitPure } from '../../fold.ts';
import { typeName } from '../layout.ts';
import type { Handler, Lowering } from '../lowering.ts';
import { castBits } from './bitcast.ts';
import type { Handlers } from './componentwise.ts';
import {
  define,
  refuse,
  resultComponents,
  type ScalarOrVector,
  sameComponentsAt,
  scalarAt,
} from './operands.ts';

function pack(op: PureOp, count: 2 | 4): Handler {
  return (lowering, at) => {
    const type = expectScalar(lowering, at, 'i32');
    const floats = sameComponentsAt(lowering, at, 5, 'f32', count);
    define(lowering, at, type, [emitPure(lowering.builder, op, 'i32', floats)]);
  };
}

function unpack(op: PureOp, count: 2 | 4): Handler {
  return (lowering, at) => {
    const type = expectVector(lowering, at, count, 'f32');
    const packed = scalarAt(lowering, at, 5, 'i32');
    const scalars: ValueId[] = [];
    for (let component = 0; component < count; component++) {
      scalars.push(emitPure(lowering.builder, op, 'f32', [packed], component));
    }
    define(lowering, at, type, scalars);
  };
}

const packDouble: Handler = (lowering, at) => {
  const type = expectScalar(lowering, at, 'f64');
  const words = sameComponentsAt(lowering, at, 5, 'i32', 2);
  define(lowering, at, type, castBits(lowering.builder, words, 'f64'));
};

const unpackDouble: Handler = (lowering, at) => {
  const type = expectVector(lowering, at, 2, 'i32');
  define(lowering, at, type, castBits(lowering.builder, [scalarAt(lowering, at, 5, 'f64')], 'i32'));
};

function expectScalar(lowering: Lowering, at: number, scalar: 'i32' | 'f64'): ScalarOrVector {
  const type = resultComponents(lowering, at, 'data');
  if (type.kind === 'scalar' && type.scalar === scalar) return type;
  return refuse(lowering, at, `one ${scalar} as its result, not ${typeName(type)}`);
}

function expectVector(lowering: Lowering, at: number, size: number, scalar: 'i32' | 'f32'): ScalarOrVector {
  const type = resultComponents(lowering, at, 'data');
  if (type.kind === 'vector' && type.size === size && type.scalar === scalar) return type;
  return refuse(lowering, at, `${size} ${scalar} as its result, not ${typeName(type)}`);
}

export const glslPacking: Handlers = {
  PackSnorm4x8: pack('pack4x8snorm', 4),
  PackUnorm4x8: pack('pack4x8unorm', 4),
  PackSnorm2x16: pack('pack2x16snorm', 2),
  PackUnorm2x16: pack('pack2x16unorm', 2),
  PackHalf2x16: pack('pack2x16float', 2),
  PackDouble2x32: packDouble,
  UnpackSnorm2x16: unpack('unpack2x16snorm', 2),
  UnpackUnorm2x16: unpack('unpack2x16unorm', 2),
  UnpackHalf2x16: unpack('unpack2x16float', 2),
  UnpackSnorm4x8: unpack('unpack4x8snorm', 4),
  UnpackUnorm4x8: unpack('unpack4x8unorm', 4),
  UnpackDouble2x32: unpackDouble,
};
