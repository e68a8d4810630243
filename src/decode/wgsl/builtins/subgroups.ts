// Subgroup and quad builtins (WGSL specification, section "Subgroup Built-in Functions"): one IR operation
// per component, chosen by the component type.

import type { Builder } from '../../../ir/builder.ts';
import type { SubgroupOp, ValueId } from '../../../ir/ir.ts';
import { irType, type Operand } from '../types.ts';
import { scalarOf, scalarType, vectorType } from './lanes.ts';

/** Operations on one operand, whatever its component type. */
const SIMPLE: Readonly<Record<string, SubgroupOp>> = {
  subgroupAdd: 'add',
  subgroupInclusiveAdd: 'inclusive_add',
  subgroupExclusiveAdd: 'exclusive_add',
  subgroupMul: 'mul',
  subgroupInclusiveMul: 'inclusive_mul',
  subgroupExclusiveMul: 'exclusive_mul',
  subgroupAnd: 'and',
  subgroupOr: 'or',
  subgroupXor: 'xor',
  subgroupAll: 'all',
  subgroupAny: 'any',
  subgroupBroadcastFirst: 'broadcast_first',
  quadSwapX: 'quad_swap_x',
  quadSwapY: 'quad_swap_y',
  quadSwapDiagonal: 'quad_swap_diagonal',
};

/** Operations whose second operand is a lane, a mask or a distance. */
const WITH_LANE: Readonly<Record<string, SubgroupOp>> = {
  subgroupBroadcast: 'broadcast',
  subgroupShuffle: 'shuffle',
  subgroupShuffleXor: 'shuffle_xor',
  subgroupShuffleUp: 'shuffle_up',
  subgroupShuffleDown: 'shuffle_down',
  quadBroadcast: 'quad_broadcast',
};

const MINIMUM = { i32: 'smin', u32: 'umin', f32: 'fmin', f16: 'fmin', bool: 'umin' } as const;
const MAXIMUM = { i32: 'smax', u32: 'umax', f32: 'fmax', f16: 'fmax', bool: 'umax' } as const;

/** Lowers a subgroup or quad builtin; undefined when `name` is none. */
export function lowerSubgroup(
  builder: Builder,
  name: string,
  operands: readonly Operand[],
): Operand | undefined {
  const value = operands[0];
  if (name === 'subgroupElect')
    return { type: scalarType('bool'), scalars: builder.subgroup('elect', ['bool']) };
  if (value === undefined) return undefined;
  if (name === 'subgroupBallot') {
    const words = builder.subgroup('ballot', ['i32', 'i32', 'i32', 'i32'], value.scalars[0]);
    return { type: vectorType(4, 'u32'), scalars: words };
  }
  if (name === 'subgroupMin') return perScalar(builder, MINIMUM[scalarOf(value)], value);
  if (name === 'subgroupMax') return perScalar(builder, MAXIMUM[scalarOf(value)], value);
  if (Object.hasOwn(SIMPLE, name)) return perScalar(builder, SIMPLE[name], value);
  if (Object.hasOwn(WITH_LANE, name)) {
    return perScalar(builder, WITH_LANE[name], value, operands[1].scalars[0]);
  }
  return undefined;
}

function perScalar(builder: Builder, op: SubgroupOp, value: Operand, lane?: ValueId): Operand {
  const type = irType(scalarOf(value));
  return {
    type: value.type,
    scalars: value.scalars.map((scalar) => builder.subgroup(op, [type], scalar, lane)[0]),
  };
}
