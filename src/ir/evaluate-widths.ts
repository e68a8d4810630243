// Integer operations at any width, by BigInt: for i8, i16 and i64, which only SPIR-V brings. Slow but
// uniform. Numbers carry i64 exactly up to 2^53; beyond that a result is rounded to the nearest double.

import { unreachable } from '../diagnostics/diagnostic.ts';
import type { IntegerOp } from './evaluate-integers.ts';

const signed = BigInt.asIntN;
const unsigned = BigInt.asUintN;

/** `op` on integers of `width` bits (8, 16 or 64); operands are signed, so is the result. */
export function evaluateAtWidth(op: IntegerOp, width: number, operands: readonly number[]): number {
  const [a, b, c, d] = [0, 1, 2, 3].map((i) => toInteger(operands[i] ?? 0)) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  return Number(signed(width, compute(op, width, signed(width, a), b, c, d)));
}

function toInteger(value: number): bigint {
  return Number.isFinite(value) ? BigInt(Math.trunc(value)) : 0n;
}

function compute(op: IntegerOp, width: number, a: bigint, b: bigint, c: bigint, d: bigint): bigint {
  const ua = unsigned(width, a);
  const ub = unsigned(width, b);
  const shift = ub % BigInt(width);
  switch (op) {
    case 'iadd':
      return a + b;
    case 'isub':
      return a - b;
    case 'imul':
      return a * b;
    case 'umulhi':
    case 'umulwide_hi':
      return (ua * ub) >> BigInt(width);
    case 'smulhi':
      return (a * b) >> BigInt(width);
    case 'sdiv':
      return b === 0n ? a : a / b;
    case 'udiv':
      return ub === 0n ? a : ua / ub;
    case 'srem':
      return b === 0n ? 0n : a % b;
    case 'urem':
      return ub === 0n ? 0n : ua % ub;
    case 'and':
      return a & b;
    case 'or':
      return a | b;
    case 'xor':
      return a ^ b;
    case 'not':
      return ~a;
    case 'shl':
      return a << shift;
    case 'ushr':
      return ua >> shift;
    case 'sshr':
      return a >> shift;
    case 'smin':
      return a < b ? a : b;
    case 'smax':
      return a > b ? a : b;
    case 'umin':
      return ua < ub ? a : b;
    case 'umax':
      return ua > ub ? a : b;
    case 'sabs':
      return a < 0n ? -a : a;
    case 'ieq':
      return a === b ? 1n : 0n;
    case 'ine':
      return a === b ? 0n : 1n;
    case 'slt':
      return a < b ? 1n : 0n;
    case 'sle':
      return a <= b ? 1n : 0n;
    case 'ult':
      return ua < ub ? 1n : 0n;
    case 'ule':
      return ua <= ub ? 1n : 0n;
    case 'uextractbits':
      return field(width, ua, b, c);
    case 'sextractbits':
      return signed(fieldWidth(width, b, c), field(width, ua, b, c));
    case 'insertbits':
      return insert(width, ua, ub, c, d);
    case 'udot4':
    case 'sdot4':
      return unreachable(`${op} at ${width} bits`);
    default:
      return BigInt(countBits(op, width, ua, a));
  }
}

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
      return unreachable(`${op} is no integer operation`);
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
