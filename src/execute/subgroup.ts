// Operations across the lanes of a warp, on the lanes that are active: others take no part. A shuffle from a
// lane that is not active (WGSL leaves the result open) gives the lane its own value. Operands come in scratch
// arrays by lane; reductions and scans go in lane order and round f32 and f16 after each step.

import { doubleFunctions } from '../ir/evaluate-floats.ts';
import { roundToHalf } from '../ir/half.ts';

/** Values by lane; bools as 0 and 1. */
type Scratch = Float64Array;
type Combine = (a: number, b: number) => number;
/** `uniform` operations return the result; the others write one result per lane to `out`. */
export type UniformFunction = (values: Scratch, lanes: Scratch, mask: number, size: number) => number;
export type SpreadFunction = (
  values: Scratch,
  lanes: Scratch,
  mask: number,
  size: number,
  out: Scratch,
) => void;

const round: Record<string, (value: number) => number> = {
  i32: (value) => value | 0,
  f32: Math.fround,
  f16: roundToHalf,
};

function combination(op: string, kind: string): Combine {
  const rounding = round[kind]!;
  switch (op) {
    case 'add':
      return (a, b) => rounding(a + b);
    case 'mul':
      return kind === 'i32' ? Math.imul : (a, b) => rounding(a * b);
    case 'smin':
      return Math.min;
    case 'smax':
      return Math.max;
    case 'umin':
      return (a, b) => (a >>> 0 < b >>> 0 ? a : b);
    case 'umax':
      return (a, b) => (a >>> 0 > b >>> 0 ? a : b);
    case 'fmin':
      return (a, b) => doubleFunctions.fmin(a, b, 0, 0);
    case 'fmax':
      return (a, b) => doubleFunctions.fmax(a, b, 0, 0);
    case 'and':
    case 'all':
      return (a, b) => a & b;
    case 'or':
    case 'any':
      return (a, b) => a | b;
    default:
      return (a, b) => a ^ b;
  }
}

function lowestLane(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}

function isActive(mask: number, lane: number, size: number): boolean {
  return lane >= 0 && lane < size && ((mask >>> lane) & 1) !== 0;
}

/** An operation with one result for all lanes. */
export function uniformFunction(op: string, kind: string): UniformFunction {
  if (op === 'broadcast_first') return (values, _, mask) => values[lowestLane(mask)]!;
  if (op === 'broadcast') {
    return (values, lanes, mask, size) => {
      const lane = lanes[lowestLane(mask)]!;
      return isActive(mask, lane, size) ? values[lane]! : 0;
    };
  }
  const combine = combination(op, kind);
  return (values, _, mask) => {
    let result = values[lowestLane(mask)]!;
    for (let m = mask & (mask - 1); m !== 0; m &= m - 1) result = combine(result, values[lowestLane(m)]!);
    return result;
  };
}

/** An operation with a result per lane. */
export function spreadFunction(op: string, kind: string): SpreadFunction {
  if (op === 'elect') {
    return (_values, _lanes, mask, size, out) => {
      for (let lane = 0; lane < size; lane++) out[lane] = 0;
      out[lowestLane(mask)] = 1;
    };
  }
  const scan = /^(inclusive|exclusive)_(add|mul)$/.exec(op);
  if (scan) return scanFunction(scan[1] === 'inclusive', scan[2]!, kind);
  const source = sourceLane(op);
  return (values, lanes, mask, size, out) => {
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = lowestLane(m);
      const from = source(lane, lanes[lane]!);
      out[lane] = values[isActive(mask, from, size) ? from : lane]!;
    }
  };
}

function scanFunction(isInclusive: boolean, op: string, kind: string): SpreadFunction {
  const combine = combination(op, kind);
  return (values, _, mask, _size, out) => {
    let total = op === 'add' ? 0 : 1;
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = lowestLane(m);
      const next = combine(total, values[lane]!);
      out[lane] = isInclusive ? next : total;
      total = next;
    }
  };
}

function sourceLane(op: string): (lane: number, operand: number) => number {
  switch (op) {
    case 'shuffle':
      return (_, operand) => operand;
    case 'shuffle_xor':
      return (lane, operand) => lane ^ operand;
    case 'shuffle_up':
      return (lane, operand) => lane - operand;
    case 'shuffle_down':
      return (lane, operand) => lane + operand;
    case 'quad_broadcast':
      return (lane, operand) => (lane & ~3) | (operand & 3);
    case 'quad_swap_x':
      return (lane) => lane ^ 1;
    case 'quad_swap_y':
      return (lane) => lane ^ 2;
    default:
      return (lane) => lane ^ 3; // quad_swap_diagonal
  }
}

/** The lanes of `mask` whose value is true, as the four words that `ballot` gives. */
export function ballot(values: Scratch, mask: number, out: Scratch): void {
  out.fill(0, 0, 4);
  out[0] = toMask(values, mask);
}

/** Lane bits of the values that are not 0. */
export function toMask(values: Scratch, mask: number): number {
  let result = 0;
  for (let m = mask; m !== 0; m &= m - 1) {
    const bit = m & -m;
    if (values[31 - Math.clz32(bit)] !== 0) result |= bit;
  }
  return result;
}

/** Copies the values of the active lanes into an arena row. */
export function toLanes(arena: Int32Array | Float32Array, slot: number, values: Scratch, mask: number): void {
  for (let m = mask; m !== 0; m &= m - 1) {
    const lane = lowestLane(m);
    arena[slot + lane] = values[lane]!;
  }
}
