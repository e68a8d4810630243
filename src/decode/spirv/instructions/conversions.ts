// Conversions between number types (SPIR-V specification, section 3.3.11 "Conversion Instructions").

import type { PureOp } from '../../../ir/ir.ts';
import type { TypeClass } from '../../../ir/ops.ts';
import { emitPure } from '../../fold.ts';
import type { Handler } from '../lowering.ts';
import type { Handlers } from './componentwise.ts';
import { convertInteger } from './integers.ts';
import { componentsAt, define, resultComponents } from './operands.ts';

function convert(from: TypeClass, to: TypeClass, op: PureOp): Handler {
  return (lowering, at) => {
    const { builder } = lowering;
    const type = resultComponents(lowering, at, to);
    const values = componentsAt(lowering, at, 3, from, type.kind === 'scalar' ? 1 : type.size);
    const isSame = op === 'f2f' && builder.typeOf(values[0]) === type.scalar;
    const scalars = isSame ? values : values.map((value) => emitPure(builder, op, type.scalar, [value]));
    if (from === 'integer' && type.scalar === 'f32' && builder.typeOf(values[0]) === 'i32')
      scalars.forEach((scalar, k) => {
        lowering.integers.set(scalar, values[k]);
      });
    define(lowering, at, type, scalars);
  };
}

function resize(extension: 'uextend' | 'sextend'): Handler {
  return (lowering, at) => {
    const type = resultComponents(lowering, at, 'integer');
    const values = componentsAt(lowering, at, 3, 'integer', type.kind === 'scalar' ? 1 : type.size);
    const resized = values.map((value) => convertInteger(lowering.builder, value, type.scalar, extension));
    define(lowering, at, type, resized);
  };
}

export const conversions: Handlers = {
  OpConvertFToU: convert('float', 'integer', 'f2u'),
  OpConvertFToS: convert('float', 'integer', 'f2s'),
  OpConvertSToF: convert('integer', 'float', 's2f'),
  OpConvertUToF: convert('integer', 'float', 'u2f'),
  OpUConvert: resize('uextend'),
  OpSConvert: resize('sextend'),
  OpFConvert: convert('float', 'float', 'f2f'),
  OpQuantizeToF16: convert('f32', 'f32', 'quantize_f16'),
};
