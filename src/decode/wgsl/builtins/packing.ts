// Builtins that pack vectors into a 32-bit word and back, and the dot products of packed words (WGSL
// specification, sections "Data Packing" and "Data Unpacking Built-in Functions"). Floats have IR operations
// of their own; packed integers are shifts and masks.

import type { Builder } from '../../../ir/builder.ts';
import type { PureOp, ValueId } from '../../../ir/ir.ts';
import type { Operand, WgslScalar } from '../types.ts';
import { scalarType, vectorType } from './lanes.ts';

const PACK_FLOATS = new Set<string>([
  'pack2x16float',
  'pack2x16snorm',
  'pack2x16unorm',
  'pack4x8snorm',
  'pack4x8unorm',
]);

const UNPACK_FLOATS: Readonly<Record<string, 2 | 4>> = {
  unpack2x16float: 2,
  unpack2x16snorm: 2,
  unpack2x16unorm: 2,
  unpack4x8snorm: 4,
  unpack4x8unorm: 4,
};

/** Lowers the packing builtins and the packed dot products; undefined when `name` is none. */
export function lowerPacking(
  builder: Builder,
  name: string,
  operands: readonly Operand[],
): Operand | undefined {
  const scalars = operands[0]?.scalars ?? [];
  if (PACK_FLOATS.has(name)) return word('u32', builder.pure(name as PureOp, 'i32', scalars));
  if (Object.hasOwn(UNPACK_FLOATS, name)) {
    const floats = UNPACK_FLOATS[name];
    const unpack = (component: number): ValueId => builder.pure(name as PureOp, 'f32', scalars, component);
    return { type: vectorType(floats, 'f32'), scalars: [0, 1, 2, 3].slice(0, floats).map(unpack) };
  }
  switch (name) {
    case 'pack4xI8':
    case 'pack4xU8':
      return word('u32', packBytes(builder, scalars));
    case 'pack4xI8Clamp':
      return word('u32', packBytes(builder, clampBytes(builder, scalars, 'smax', -128, 'smin', 127)));
    case 'pack4xU8Clamp':
      return word('u32', packBytes(builder, clampBytes(builder, scalars, 'umax', 0, 'umin', 255)));
    case 'unpack4xI8':
      return unpackBytes(builder, scalars[0], 'i32');
    case 'unpack4xU8':
      return unpackBytes(builder, scalars[0], 'u32');
    case 'dot4U8Packed':
      return word('u32', builder.pure('udot4', 'i32', [scalars[0], operands[1].scalars[0]]));
    case 'dot4I8Packed':
      return word('i32', builder.pure('sdot4', 'i32', [scalars[0], operands[1].scalars[0]]));
    default:
      return undefined;
  }
}

function word(scalar: WgslScalar, value: ValueId): Operand {
  return { type: scalarType(scalar), scalars: [value] };
}

function clampBytes(
  builder: Builder,
  scalars: readonly ValueId[],
  lowerOp: PureOp,
  lowest: number,
  upperOp: PureOp,
  highest: number,
): ValueId[] {
  return scalars.map((scalar) => {
    const raised =
      lowest === 0 ? scalar : builder.pure(lowerOp, 'i32', [scalar, builder.constant('i32', lowest)]);
    return builder.pure(upperOp, 'i32', [raised, builder.constant('i32', highest)]);
  });
}

function packBytes(builder: Builder, scalars: readonly ValueId[]): ValueId {
  const mask = builder.constant('i32', 0xff);
  return scalars
    .map((scalar, index) => {
      const byte = builder.pure('and', 'i32', [scalar, mask]);
      return index === 0 ? byte : builder.pure('shl', 'i32', [byte, builder.constant('i32', 8 * index)]);
    })
    .reduce((packed, byte) => builder.pure('or', 'i32', [packed, byte]));
}

/** Shifted and masked. */
function shiftedByte(builder: Builder, packed: ValueId, index: number): ValueId {
  const shifted =
    index === 0 ? packed : builder.pure('ushr', 'i32', [packed, builder.constant('i32', 8 * index)]);
  return index === 3 ? shifted : builder.pure('and', 'i32', [shifted, builder.constant('i32', 0xff)]);
}

function unpackBytes(builder: Builder, packed: ValueId, scalar: 'i32' | 'u32'): Operand {
  const width = builder.constant('i32', 8);
  const extract = (index: number): ValueId =>
    scalar === 'u32'
      ? shiftedByte(builder, packed, index)
      : builder.pure('sextractbits', 'i32', [packed, builder.constant('i32', 8 * index), width]);
  return { type: vectorType(4, scalar), scalars: [0, 1, 2, 3].map(extract) };
}
