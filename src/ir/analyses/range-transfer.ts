// What one operation does to the range and to the known-zero low bits of i32 values.

import type { PureInstruction, PureOp, Value, ValueId } from '../ir.ts';
import {
  ANY,
  add,
  type Interval,
  join,
  multiply,
  normalize,
  only,
  signed,
  subtract,
  unsigned,
} from './interval.ts';

const BITS = 32;

/** A superset of the results, given supersets of the operands. `ANY` where nothing better is known. */
export function pureRange({ op, operands }: PureInstruction, intervals: readonly Interval[]): Interval {
  const a = intervals[operands[0]] ?? ANY;
  const b = operands.length > 1 ? intervals[operands[1]] : ANY;
  return RANGE[op]?.(a, b, intervals[operands[2]]) ?? ANY;
}

const COUNT: Interval = { low: 0, high: BITS };
const highProduct = (a: Interval): Interval => ({ low: 0, high: unsigned(a).high });

const RANGE: Readonly<Partial<Record<PureOp, (a: Interval, b: Interval, c: Interval) => Interval>>> = {
  iadd: add,
  isub: subtract,
  imul: multiply,
  shl: (a, b) => shifted(a, b, (x, amount) => multiply(x, only(2 ** amount))),
  ushr: rightShift,
  sshr: (a, b) => shifted(a, b, (x, amount) => scaleDown(signed(x), 2 ** amount)),
  and: (a, b) => ({ low: 0, high: Math.min(unsigned(a).high, unsigned(b).high) }),
  or: (a, b) => ({ low: Math.max(unsigned(a).low, unsigned(b).low), high: bitCeiling(a, b) }),
  xor: (a, b) => ({ low: 0, high: bitCeiling(a, b) }),
  umin: (a, b) => extreme(unsigned(a), unsigned(b), Math.min),
  umax: (a, b) => extreme(unsigned(a), unsigned(b), Math.max),
  smin: (a, b) => extreme(signed(a), signed(b), Math.min),
  smax: (a, b) => extreme(signed(a), signed(b), Math.max),
  udiv: (a, b) => quotient(unsigned(a), unsigned(b)),
  urem: (a, b) => remainder(unsigned(a), unsigned(b)),
  sdiv: (a, b) => (isNonNegative(a) && isNonNegative(b) ? quotient(signed(a), signed(b)) : ANY),
  srem: (a, b) => signedRemainder(signed(a), signed(b)),
  select: (_, ifTrue, ifFalse) => join(ifTrue, ifFalse),
  clz: () => COUNT,
  ctz: () => COUNT,
  popcount: () => COUNT,
  sabs: (a) => (isNonNegative(a) ? a : { low: 0, high: 2 ** 31 }),
  umulhi: highProduct,
  umulwide_hi: highProduct,
};

/** Low bits that are zero in every result. */
export function pureTrailingZeros(
  instruction: PureInstruction,
  zeros: readonly number[],
  values: readonly Value[],
): number {
  const { op, operands } = instruction;
  const a = zeros[operands[0]];
  const b = operands.length > 1 ? zeros[operands[1]] : 0;
  switch (op) {
    case 'iadd':
    case 'isub':
    case 'or':
    case 'xor':
    case 'umin':
    case 'umax':
    case 'smin':
    case 'smax':
      return Math.min(a, b);
    case 'and':
      return Math.max(a, b);
    case 'imul':
      return Math.min(BITS, a + b);
    case 'shl': {
      const amount = shiftAmount(values, operands[1]);
      return Math.min(BITS, a + (amount ?? 0));
    }
    case 'ushr':
    case 'sshr': {
      const amount = shiftAmount(values, operands[1]);
      return amount === undefined || a === BITS ? 0 : Math.max(0, a - amount);
    }
    case 'select':
      return Math.min(b, zeros[operands[2]]);
    default:
      return 0;
  }
}

function shiftAmount(values: readonly Value[], id: ValueId): number | undefined {
  const constant = values[id].constant;
  return constant === undefined ? undefined : constant & (BITS - 1);
}

function isNonNegative(x: Interval): boolean {
  return signed(x).low >= 0;
}

function shifted(x: Interval, amount: Interval, by: (x: Interval, amount: number) => Interval): Interval {
  return amount.low === amount.high ? by(x, amount.low & (BITS - 1)) : ANY;
}

function rightShift(x: Interval, amount: Interval): Interval {
  const whole = unsigned(x);
  return amount.low === amount.high
    ? scaleDown(whole, 2 ** (amount.low & (BITS - 1)))
    : { low: 0, high: whole.high };
}

function scaleDown(x: Interval, factor: number): Interval {
  return normalize(Math.floor(x.low / factor), Math.floor(x.high / factor));
}

/** The largest number with no more bits than the larger operand has. */
function bitCeiling(a: Interval, b: Interval): number {
  const high = Math.max(unsigned(a).high, unsigned(b).high);
  return 2 ** (BITS - Math.clz32(high)) - 1;
}

function extreme(a: Interval, b: Interval, pick: (x: number, y: number) => number): Interval {
  return { low: pick(a.low, b.low), high: pick(a.high, b.high) };
}

/** A divisor of 0 gives the dividend. */
function quotient(a: Interval, b: Interval): Interval {
  return { low: Math.floor(a.low / Math.max(1, b.high)), high: Math.floor(a.high / Math.max(1, b.low)) };
}

function remainder(a: Interval, b: Interval): Interval {
  if (a.high < b.low) return a;
  return { low: 0, high: Math.min(a.high, Math.max(0, b.high - 1)) };
}

function signedRemainder(a: Interval, b: Interval): Interval {
  const size = Math.max(Math.abs(b.low), Math.abs(b.high), 1) - 1;
  return { low: a.low >= 0 ? 0 : Math.max(a.low, -size), high: a.high <= 0 ? 0 : Math.min(a.high, size) };
}
