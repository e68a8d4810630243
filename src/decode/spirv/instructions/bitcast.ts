// Bit patterns seen as other types: OpBitcast between scalars and vectors of any width. The component with
// the lower number holds the lower bits. Values of 64 bits are taken apart and put together as two words.

import type { Builder } from '../../../ir/builder.ts';
import type { ScalarType, ValueId } from '../../../ir/ir.ts';
import { bitWidth } from '../../../ir/ops.ts';
import { emitPure } from '../../fold.ts';
import { typeName } from '../layout.ts';
import type { Handler } from '../lowering.ts';
import { invalid, unsupported } from '../problems.ts';
import type { Handlers } from './componentwise.ts';
import { componentsAt, define, operandAt, resultComponents, resultType } from './operands.ts';

const bitcast: Handler = (lowering, at) => {
  const from = operandAt(lowering, at, 3).type;
  if (resultType(lowering, at).kind === 'pointer' || from.kind === 'pointer') {
    unsupported('pointer-cast', 'pointers cannot be cast to another type here', lowering.span(at));
  }
  const type = resultComponents(lowering, at, 'data');
  const values = componentsAt(lowering, at, 3, 'data');
  const size = type.kind === 'scalar' ? 1 : type.size;
  const bits = bitWidth(lowering.builder.typeOf(values[0])) * values.length;
  if (bits !== bitWidth(type.scalar) * size) {
    const message = `${typeName(from)} has ${bits} bits, ${typeName(type)} has ${bitWidth(type.scalar) * size}`;
    invalid('bitcast', message, lowering.span(at));
  }
  define(lowering, at, type, castBits(lowering.builder, values, type.scalar));
};

/** The values' bits as components of `type`, as many as they fill. */
export function castBits(builder: Builder, values: readonly ValueId[], type: ScalarType): readonly ValueId[] {
  const from = builder.typeOf(values[0]);
  if (from === type) return values;
  const [fromBits, toBits] = [bitWidth(from), bitWidth(type)];
  if (fromBits === toBits) return values.map((value) => emitPure(builder, 'bitcast', type, [value]));
  if (fromBits > toBits) {
    const parts = values.flatMap((value) => split(builder, value, toBits));
    return castBits(builder, parts, type);
  }
  const count = toBits / fromBits;
  const integers = castBits(builder, values, integerType(fromBits));
  const joined: ValueId[] = [];
  for (let i = 0; i < values.length; i += count)
    joined.push(join(builder, integers.slice(i, i + count), type));
  return joined;
}

function integerType(bits: number): ScalarType {
  return `i${bits}` as ScalarType;
}

/** The value as integers of `bits` bits, lowest first. */
function split(builder: Builder, value: ValueId, bits: number): ValueId[] {
  const type = builder.typeOf(value);
  const width = bitWidth(type);
  if (width === 64) {
    const [low, high] = type === 'f64' ? (['f64_lo', 'f64_hi'] as const) : (['i64_lo', 'i64_hi'] as const);
    const words = [emitPure(builder, low, 'i32', [value]), emitPure(builder, high, 'i32', [value])];
    return bits === 32 ? words : words.flatMap((half) => split(builder, half, bits));
  }
  const [integer] = castBits(builder, [value], integerType(width));
  return Array.from({ length: width / bits }, (_, part) => {
    const amount = builder.constant(integerType(width), part * bits);
    const shifted = part === 0 ? integer : emitPure(builder, 'ushr', integerType(width), [integer, amount]);
    return emitPure(builder, 'itruncate', integerType(bits), [shifted]);
  });
}

/** One value of `type` from integers of equal width, lowest first. */
function join(builder: Builder, parts: readonly ValueId[], type: ScalarType): ValueId {
  if (bitWidth(type) === 64) {
    const half = parts.length / 2;
    const words = [
      joinInteger(builder, parts.slice(0, half), 'i32'),
      joinInteger(builder, parts.slice(half), 'i32'),
    ];
    return emitPure(builder, type === 'f64' ? 'f64_make' : 'i64_make', type, words);
  }
  const joined = joinInteger(builder, parts, integerType(bitWidth(type)));
  return castBits(builder, [joined], type)[0];
}

function joinInteger(builder: Builder, parts: readonly ValueId[], type: ScalarType): ValueId {
  if (parts.length === 1) return parts[0];
  const bits = bitWidth(builder.typeOf(parts[0]));
  return parts
    .map((part, index) => {
      const extended = emitPure(builder, 'uextend', type, [part]);
      if (index === 0) return extended;
      return emitPure(builder, 'shl', type, [extended, builder.constant(type, index * bits)]);
    })
    .reduce((low, high) => emitPure(builder, 'or', type, [low, high]));
}

export const bitcasts: Handlers = {
  OpBitcast: bitcast,
  OpConvertPtrToU: bitcast,
  OpConvertUToPtr: bitcast,
};
