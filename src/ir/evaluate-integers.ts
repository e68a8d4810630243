// What the integer operations compute on 32 bits: signless integers held as signed JavaScript integers.
// The promises are those of ir.ts (division never traps, shifts count modulo 32). Nothing here allocates.

import type { PureOp } from './ops.ts';

type IntegerFunction = (a: number, b: number, c: number, d: number) => number;

/** High 32 bits of the unsigned 64-bit product, from products of 16-bit halves that a double holds exactly. */
function unsignedMultiplyHigh(a: number, b: number): number {
  const aLow = a & 0xffff;
  const aHigh = a >>> 16;
  const bLow = b & 0xffff;
  const bHigh = b >>> 16;
  const middle = aHigh * bLow + ((aLow * bLow) >>> 16);
  const crossed = aLow * bHigh + (middle & 0xffff);
  return (aHigh * bHigh + (middle >>> 16) + (crossed >>> 16)) | 0;
}

function signedMultiplyHigh(a: number, b: number): number {
  return (unsignedMultiplyHigh(a, b) - (a < 0 ? b : 0) - (b < 0 ? a : 0)) | 0;
}

function countTrailingZeros(a: number): number {
  return a === 0 ? 32 : 31 - Math.clz32(a & -a);
}

function countOneBits(a: number): number {
  a -= (a >>> 1) & 0x55555555;
  a = (a & 0x33333333) + ((a >>> 2) & 0x33333333);
  return Math.imul((a + (a >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function reverseBits(a: number): number {
  a = ((a >>> 1) & 0x55555555) | ((a & 0x55555555) << 1);
  a = ((a >>> 2) & 0x33333333) | ((a & 0x33333333) << 2);
  a = ((a >>> 4) & 0x0f0f0f0f) | ((a & 0x0f0f0f0f) << 4);
  a = ((a >>> 8) & 0x00ff00ff) | ((a & 0x00ff00ff) << 8);
  return (a >>> 16) | (a << 16);
}

/** Bits that remain for a field at `offset` (unsigned): the count, cut off at the end of the word. */
function fieldWidth(offset: number, count: number): number {
  const start = Math.min(offset >>> 0, 32);
  return Math.min(count >>> 0, 32 - start);
}

function extractUnsigned(a: number, offset: number, count: number): number {
  const width = fieldWidth(offset, count);
  return width === 0 ? 0 : (((a >>> offset) << (32 - width)) >>> (32 - width)) | 0;
}

function extractSigned(a: number, offset: number, count: number): number {
  const width = fieldWidth(offset, count);
  return width === 0 ? 0 : ((a >>> offset) << (32 - width)) >> (32 - width);
}

function insert(a: number, inserted: number, offset: number, count: number): number {
  const width = fieldWidth(offset, count);
  if (width === 0) return a;
  const mask = (-1 >>> (32 - width)) << offset;
  return (a & ~mask) | ((inserted << offset) & mask);
}

function unsignedDot4(a: number, b: number): number {
  let sum = 0;
  for (let shift = 0; shift < 32; shift += 8) sum += ((a >>> shift) & 0xff) * ((b >>> shift) & 0xff);
  return sum | 0;
}

function signedDot4(a: number, b: number): number {
  let sum = 0;
  for (let shift = 0; shift < 32; shift += 8) sum += ((a << shift) >> 24) * ((b << shift) >> 24);
  return sum | 0;
}

const FUNCTIONS = {
  iadd: (a, b) => (a + b) | 0,
  isub: (a, b) => (a - b) | 0,
  imul: Math.imul,
  umulhi: unsignedMultiplyHigh,
  smulhi: signedMultiplyHigh,
  umulwide_hi: unsignedMultiplyHigh,
  sdiv: (a, b) => (b === 0 ? a : (a / b) | 0),
  udiv: (a, b) => (b === 0 ? a : ((a >>> 0) / (b >>> 0)) | 0),
  srem: (a, b) => (b === 0 ? 0 : (a % b) | 0),
  urem: (a, b) => (b === 0 ? 0 : ((a >>> 0) % (b >>> 0)) | 0),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  not: (a) => ~a,
  shl: (a, b) => a << b,
  ushr: (a, b) => (a >>> b) | 0,
  sshr: (a, b) => a >> b,
  smin: (a, b) => Math.min(a, b),
  smax: (a, b) => Math.max(a, b),
  umin: (a, b) => (a >>> 0 < b >>> 0 ? a : b),
  umax: (a, b) => (a >>> 0 > b >>> 0 ? a : b),
  sabs: (a) => (a < 0 ? -a | 0 : a),
  clz: (a) => Math.clz32(a),
  ctz: countTrailingZeros,
  popcount: countOneBits,
  bitreverse: reverseBits,
  ufirstbithigh: (a) => 31 - Math.clz32(a),
  sfirstbithigh: (a) => 31 - Math.clz32(a < 0 ? ~a : a),
  firstbitlow: (a) => 31 - Math.clz32(a & -a),
  uextractbits: extractUnsigned,
  sextractbits: extractSigned,
  insertbits: insert,
  udot4: unsignedDot4,
  sdot4: signedDot4,
  uadd_carry: (a, b) => ((a >>> 0) + (b >>> 0) > 0xffffffff ? 1 : 0),
  usub_borrow: (a, b) => (a >>> 0 < b >>> 0 ? 1 : 0),
  iadd_carried: (a, b, carry) => (a + b + carry) | 0,
  isub_borrowed: (a, b, borrow) => (a - b - borrow) | 0,
  ieq: (a, b) => (a === b ? 1 : 0),
  ine: (a, b) => (a === b ? 0 : 1),
  slt: (a, b) => (a < b ? 1 : 0),
  sle: (a, b) => (a <= b ? 1 : 0),
  ult: (a, b) => (a >>> 0 < b >>> 0 ? 1 : 0),
  ule: (a, b) => (a >>> 0 <= b >>> 0 ? 1 : 0),
} satisfies Partial<Record<PureOp, IntegerFunction>>;

export type IntegerOp = keyof typeof FUNCTIONS;

/** Functions on 32-bit integers; comparisons return 0 or 1. */
export const integerFunctions: Readonly<Record<IntegerOp, IntegerFunction>> = FUNCTIONS;
