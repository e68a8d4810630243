// Operations across the lanes of a warp, on the lanes that are active: others take no part. A shuffle from a
// lane that is not active (WGSL leaves the result open) gives the lane its own value. Operands come in scratch
// arrays by lane; reductions and scans go in lane order and round f32 and f16 after each step.

import { doubleFunctions } from '../ir/evaluate-floats.ts';
import { roundToHalf } from '../ir/half.ts';
import type { ScalarType, SubgroupOp, SubgroupReduction } from '../ir/ir.ts';
import { bitWidth } from '../ir/ops.ts';
import { subgroupOps } from '../ir/subgroup-ops.ts';
import { active, hasLane, type LaneMask, lanesWhere, listLanes, lowestLane } from './lanes.ts';

/** Values by lane; bools as 0 and 1. */
type Scratch = Float64Array;
type Combine = (a: number, b: number) => number;
/** `uniform` operations return the result; the others write one result per lane to `out`. */
export type UniformFunction = (values: Scratch, lanes: Scratch, mask: LaneMask, size: number) => number;
export type SpreadFunction = (
  values: Scratch,
  lanes: Scratch,
  mask: LaneMask,
  size: number,
  out: Scratch,
) => void;

/** An integer sum or product, or a float of double precision, as the type holds it. */
const round: Readonly<Record<ScalarType, (value: number) => number>> = {
  bool: (value) => value,
  i8: (value) => (value << 24) >> 24,
  i16: (value) => (value << 16) >> 16,
  i32: (value) => value | 0,
  i64: (value) => value,
  f16: roundToHalf,
  f32: Math.fround,
  f64: (value) => value,
};

function combination(reduction: SubgroupReduction, type: ScalarType): Combine {
  const rounding = round[type];
  if (reduction === 'add') return (a, b) => rounding(a + b);
  if (reduction !== 'mul') return COMBINE[reduction];
  return type.startsWith('i') ? (a, b) => rounding(Math.imul(a, b)) : (a, b) => rounding(a * b);
}

const COMBINE: Readonly<Record<Exclude<SubgroupReduction, 'add' | 'mul'>, Combine>> = {
  smin: Math.min,
  smax: Math.max,
  umin: (a, b) => (a >>> 0 < b >>> 0 ? a : b),
  umax: (a, b) => (a >>> 0 > b >>> 0 ? a : b),
  fmin: (a, b) => doubleFunctions.fmin(a, b, 0, 0),
  fmax: (a, b) => doubleFunctions.fmax(a, b, 0, 0),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

/** What leaves every value of the type as it is. */
function identity(reduction: SubgroupReduction, type: ScalarType): number {
  const lowest = -(2 ** (bitWidth(type) - 1));
  switch (reduction) {
    case 'mul':
      return 1;
    case 'smin':
      return -1 - lowest;
    case 'smax':
      return lowest;
    case 'umin':
      return -1;
    case 'fmin':
      return Infinity;
    case 'fmax':
      return -Infinity;
    case 'and':
      return type === 'bool' ? 1 : -1;
    default:
      return 0;
  }
}

function isActive(mask: LaneMask, lane: number, size: number): boolean {
  return lane >= 0 && lane < size && hasLane(mask, lane);
}

const REDUCES: Partial<Record<SubgroupOp, SubgroupReduction>> = { all: 'and', any: 'or' };

/** An operation with one result for all lanes. */
export function uniformFunction(op: SubgroupOp, type: ScalarType): UniformFunction {
  if (op === 'broadcast_first') return (values, _, mask) => values[lowestLane(mask)];
  if (op === 'broadcast') {
    return (values, lanes, mask, size) => {
      const lane = lanes[lowestLane(mask)];
      return isActive(mask, lane, size) ? values[lane] : 0;
    };
  }
  const combine = combination(REDUCES[op] ?? subgroupOps[op].reduction!, type);
  return (values, _, mask) => {
    const count = listLanes(mask);
    let result = values[active[0]];
    for (let at = 1; at < count; at++) result = combine(result, values[active[at]]);
    return result;
  };
}

/** An operation with a result per lane. */
export function spreadFunction(op: SubgroupOp, type: ScalarType): SpreadFunction {
  if (op === 'elect') {
    return (_values, _lanes, mask, size, out) => {
      for (let lane = 0; lane < size; lane++) out[lane] = 0;
      out[lowestLane(mask)] = 1;
    };
  }
  const { kind, reduction, isInclusive } = subgroupOps[op];
  if (kind === 'scan') return scanFunction(isInclusive!, reduction!, type);
  const source = SOURCE_LANE[op]!;
  return (values, lanes, mask, size, out) => {
    const count = listLanes(mask);
    for (let at = 0; at < count; at++) {
      const lane = active[at];
      const from = source(lane, lanes[lane]);
      out[lane] = values[isActive(mask, from, size) ? from : lane];
    }
  };
}

function scanFunction(isInclusive: boolean, reduction: SubgroupReduction, type: ScalarType): SpreadFunction {
  const combine = combination(reduction, type);
  const first = identity(reduction, type);
  return (values, _, mask, _size, out) => {
    let total = first;
    const count = listLanes(mask);
    for (let at = 0; at < count; at++) {
      const lane = active[at];
      // Not by way of the identity, which would turn -0 into 0.
      const next = at === 0 ? values[lane] : combine(total, values[lane]);
      out[lane] = isInclusive ? next : total;
      total = next;
    }
  };
}

const SOURCE_LANE: Readonly<Partial<Record<SubgroupOp, (lane: number, operand: number) => number>>> = {
  shuffle: (_, operand) => operand,
  shuffle_xor: (lane, operand) => lane ^ operand,
  shuffle_up: (lane, operand) => lane - operand,
  shuffle_down: (lane, operand) => lane + operand,
  quad_broadcast: (lane, operand) => (lane & ~3) | (operand & 3),
  quad_swap_x: (lane) => lane ^ 1,
  quad_swap_y: (lane) => lane ^ 2,
  quad_swap_diagonal: (lane) => lane ^ 3,
};

/** The lanes of `mask` whose value is true, as the four words that `ballot` gives. */
export function ballot(values: Scratch, mask: LaneMask, out: Scratch): void {
  out.fill(0, 0, 4);
  const count = listLanes(mask);
  for (let at = 0; at < count; at++) {
    const lane = active[at];
    if (values[lane] !== 0) out[lane >>> 5] |= 1 << (lane & 31);
  }
}

/** The lanes of `mask` whose value is not 0. */
export function toMask(values: Scratch, mask: LaneMask): LaneMask {
  return lanesWhere(mask, (lane) => values[lane] !== 0);
}

/** Copies the values of the active lanes into an arena row. */
export function toLanes(
  arena: Int32Array | Float32Array | Float64Array,
  slot: number,
  values: Scratch,
  mask: LaneMask,
): void {
  const count = listLanes(mask);
  for (let at = 0; at < count; at++) {
    const lane = active[at];
    arena[slot + lane] = values[lane];
  }
}
