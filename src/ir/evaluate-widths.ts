// Integer operations at any width, by BigInt: for i8, i16 and i64, which only SPIR-V brings. Slow but
// uniform. Numbers carry i64 exactly up to 2^53; beyond that a result is rounded to the nearest double.

import { unreachable } from '../diagnostics/diagnostic.ts';
import type { IntegerOp } from './evaluate-integers.ts';

const signed = BigInt.asIntN;
const unsigned = BigInt.asUintN;

/** `op` on integers of `width` bits (8, 16 or 64); operands are signed, so is the result. */
export function evaluateAtWidth(op: IntegerOp, width: number, operands: readonly number[]): number {
  const [first, b, c, d] = [0, 1, 2, 3].map((i) => toInteger(operands[i] ?? 0));
  const a = signed(width, first);
  const [ua, ub] = [unsigned(width, a), unsigned(width, b)];
  const compute = COMPUTE[op];
  const result = compute
    ? compute({ width, a, b, c, d, ua, ub, shift: ub % BigInt(width) })
    : BigInt(countBits(op, width, ua, a));
  return Number(signed(width, result));
}

function toInteger(value: number): bigint {
  return Number.isFinite(value) ? BigInt(Math.trunc(value)) : 0n;
}

/** Operands as signed integers, the first two as unsigned ones, too; `shift` is the second modulo the width. */
interface Operands {
  readonly width: number;
  readonly a: bigint;
  readonly b: bigint;
  readonly c: bigint;
  readonly d: bigint;
  readonly ua: bigint;
  readonly ub: bigint;
  readonly shift: bigint;
}

const COMPUTE: Readonly<Partial<Record<IntegerOp, (operands: Operands) => bigint>>> = {
  iadd: ({ a, b }) => a + b,
  isub: ({ a, b }) => a - b,
  imul: ({ a, b }) => a * b,
  umulhi: ({ ua, ub, width }) => (ua * ub) >> BigInt(width),
  umulwide_hi: ({ ua, ub, width }) => (ua * ub) >> BigInt(width),
  smulhi: ({ a, b, width }) => (a * b) >> BigInt(width),
  sdiv: ({ a, b }) => (b === 0n ? a : a / b),
  udiv: ({ a, ua, ub }) => (ub === 0n ? a : ua / ub),
  srem: ({ a, b }) => (b === 0n ? 0n : a % b),
  urem: ({ ua, ub }) => (ub === 0n ? 0n : ua % ub),
  and: ({ a, b }) => a & b,
  or: ({ a, b }) => a | b,
  xor: ({ a, b }) => a ^ b,
  not: ({ a }) => ~a,
  shl: ({ a, shift }) => a << shift,
  ushr: ({ ua, shift }) => ua >> shift,
  sshr: ({ a, shift }) => a >> shift,
  smin: ({ a, b }) => (a - b < 0n ? a : b),
  smax: ({ a, b }) => (a - b > 0n ? a : b),
  umin: ({ a, b, ua, ub }) => (ua < ub ? a : b),
  umax: ({ a, b, ua, ub }) => (ua > ub ? a : b),
  sabs: ({ a }) => (a < 0n ? -a : a),
  ieq: ({ a, b }) => (a === b ? 1n : 0n),
  ine: ({ a, b }) => (a === b ? 0n : 1n),
  slt: ({ a, b }) => (a < b ? 1n : 0n),
  sle: ({ a, b }) => (a <= b ? 1n : 0n),
  ult: ({ ua, ub }) => (ua < ub ? 1n : 0n),
  ule: ({ ua, ub }) => (ua <= ub ? 1n : 0n),
  uextractbits: ({ width, ua, b, c }) => field(width, ua, b, c),
  sextractbits: ({ width, ua, b, c }) => signed(fieldWidth(width, b, c), field(width, ua, b, c)),
  insertbits: ({ width, ua, ub, c, d }) => insert(width, ua, ub, c, d),
};

/** Operations that look at the digits of the value. */
function countBits(op: IntegerOp, width: number, ua: bigint, a: bigint): number | bigint {
  const digits = ua.toString(2).padStart(width, '0');
  const lowestOne = digits.lastIndexOf('1');
  switch (op) {
    case 'clz':
      return ua === 0n ? width : digits.indexOf('1');
    case 'ctz':
      return lowestOne < 0 ? width : width - 1 - lowestOne;
    case 'popcount':
      return digits.replaceAll('0', '').length;
    case 'bitreverse':
      return BigInt(`0b${[...digits].reverse().join('')}`);
    case 'ufirstbithigh':
      return ua === 0n ? -1 : width - 1 - digits.indexOf('1');
    case 'sfirstbithigh':
      return (a < 0n ? ~a : a).toString(2).length - (a === 0n || a === -1n ? 2 : 1);
    case 'firstbitlow':
      return lowestOne < 0 ? -1 : width - 1 - lowestOne;
    default:
      return unreachable(`${op} at ${width} bits`);
  }
}

function fieldWidth(width: number, offset: bigint, count: bigint): number {
  const start = Math.min(Number(unsigned(32, offset)), width);
  return Math.min(Number(unsigned(32, count)), width - start);
}

function field(width: number, ua: bigint, offset: bigint, count: bigint): bigint {
  const bits = fieldWidth(width, offset, count);
  return bits === 0 ? 0n : unsigned(bits, ua >> unsigned(32, offset));
}

function insert(width: number, ua: bigint, inserted: bigint, offset: bigint, count: bigint): bigint {
  const bits = fieldWidth(width, offset, count);
  if (bits === 0) return ua;
  const mask = ((1n << BigInt(bits)) - 1n) << offset;
  return (ua & ~mask) | ((inserted << offset) & mask);
}
