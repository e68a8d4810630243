// What pure operations compute, independently of the engine: integers of any width as bigints, floats as
// doubles that are rounded once.

import { roundToHalf } from '../../src/ir/half.ts';
import type { PureOp, ScalarType } from '../../src/ir/ir.ts';
import { read, type Scalar, type TypedOp, write } from './typed-op.ts';

type Big = (a: bigint, b: bigint, c: bigint, d: bigint, w: number) => bigint | boolean;

const unsigned = BigInt.asUintN;
const signed = BigInt.asIntN;
const bits = (w: number, a: bigint): string => unsigned(w, a).toString(2).padStart(w, '0');
const shift = (w: number, b: bigint): bigint => unsigned(32, b) % BigInt(w);
const highest = (w: number, a: bigint): bigint => {
  const at = bits(w, a).indexOf('1');
  return at < 0 ? -1n : BigInt(w - 1 - at);
};
const lowest = (w: number, a: bigint): bigint => {
  const at = bits(w, a).lastIndexOf('1');
  return at < 0 ? -1n : BigInt(w - 1 - at);
};
/** Offset and count of a field, cut off at the end. */
const field = (w: number, offset: bigint, count: bigint): [bigint, bigint] => {
  const start = unsigned(32, offset) < BigInt(w) ? unsigned(32, offset) : BigInt(w);
  const size = unsigned(32, count);
  return [start, size < BigInt(w) - start ? size : BigInt(w) - start];
};
const ones = (count: bigint): bigint => (1n << count) - 1n;

const pair = (low: bigint, high: bigint): bigint => (high << 32n) | unsigned(32, low);
const either = (isFirst: boolean, first: bigint, second: bigint): bigint => (isFirst ? first : second);

const INTEGER: Partial<Record<PureOp, Big>> = {
  iadd: (a, b) => a + b,
  isub: (a, b) => a - b,
  imul: (a, b) => a * b,
  umulhi: (a, b, _c, _d, w) => (unsigned(w, a) * unsigned(w, b)) >> BigInt(w),
  umulwide_hi: (a, b, _c, _d, w) => (unsigned(w, a) * unsigned(w, b)) >> BigInt(w),
  smulhi: (a, b, _c, _d, w) => (a * b) >> BigInt(w),
  sdiv: (a, b) => (b === 0n ? a : a / b),
  srem: (a, b) => (b === 0n ? 0n : a % b),
  udiv: (a, b, _c, _d, w) => (b === 0n ? a : unsigned(w, a) / unsigned(w, b)),
  urem: (a, b, _c, _d, w) => (b === 0n ? 0n : unsigned(w, a) % unsigned(w, b)),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  not: (a) => -1n - a,
  shl: (a, b, _c, _d, w) => a << shift(w, b),
  ushr: (a, b, _c, _d, w) => unsigned(w, a) >> shift(w, b),
  sshr: (a, b, _c, _d, w) => a >> shift(w, b),
  smin: (a, b) => either(a < b, a, b),
  smax: (a, b) => either(a < b, b, a),
  umin: (a, b, _c, _d, w) => (unsigned(w, a) < unsigned(w, b) ? a : b),
  umax: (a, b, _c, _d, w) => (unsigned(w, a) < unsigned(w, b) ? b : a),
  sabs: (a) => (a < 0n ? -a : a),
  clz: (a, _b, _c, _d, w) => BigInt(w - 1) - highest(w, a),
  ctz: (a, _b, _c, _d, w) => (unsigned(w, a) === 0n ? BigInt(w) : lowest(w, a)),
  popcount: (a, _b, _c, _d, w) => BigInt(bits(w, a).split('1').length - 1),
  bitreverse: (a, _b, _c, _d, w) => BigInt(`0b${bits(w, a).split('').reverse().join('')}`),
  ufirstbithigh: (a, _b, _c, _d, w) => highest(w, a),
  sfirstbithigh: (a, _b, _c, _d, w) => highest(w, a < 0n ? -1n - a : a),
  firstbitlow: (a, _b, _c, _d, w) => lowest(w, a),
  uextractbits: (a, b, c, _d, w) => {
    const [start, size] = field(w, b, c);
    return (unsigned(w, a) >> start) & ones(size);
  },
  sextractbits: (a, b, c, _d, w) => {
    const [start, size] = field(w, b, c);
    return signed(Number(size), unsigned(w, a) >> start);
  },
  insertbits: (a, b, c, d, w) => {
    const [start, size] = field(w, c, d);
    const mask = ones(size) << start;
    return (a & ~mask) | ((b << start) & mask);
  },
  ieq: (a, b) => a === b,
  ine: (a, b) => a !== b,
  slt: (a, b) => a < b,
  sle: (a, b) => a <= b,
  ult: (a, b, _c, _d, w) => unsigned(w, a) < unsigned(w, b),
  ule: (a, b, _c, _d, w) => unsigned(w, a) <= unsigned(w, b),
  uadd_carry: (a, b) => unsigned(32, a) + unsigned(32, b) >= 1n << 32n,
  usub_borrow: (a, b) => unsigned(32, a) < unsigned(32, b),
  iadd_carried: (a, b, c) => a + b + c,
  isub_borrowed: (a, b, c) => a - b - c,
  shl_wide_lo: (a, b, c) => pair(a, b) << shift(64, c),
  shl_wide_hi: (a, b, c) => (pair(a, b) << shift(64, c)) >> 32n,
  ushr_wide_lo: (a, b, c) => unsigned(64, pair(a, b)) >> shift(64, c),
  ushr_wide_hi: (a, b, c) => (unsigned(64, pair(a, b)) >> shift(64, c)) >> 32n,
  sshr_wide_lo: (a, b, c) => pair(a, b) >> shift(64, c),
  sshr_wide_hi: (a, b, c) => (pair(a, b) >> shift(64, c)) >> 32n,
  itruncate: (a) => a,
  sextend: (a) => a,
  i64_lo: (a) => a,
  i64_hi: (a) => a >> 32n,
  i64_make: (a, b) => (b << 32n) | unsigned(32, a),
  select: (a, b, c) => (a ? b : c),
};

const FLOAT: Partial<Record<PureOp, (a: number, b: number, c: number) => number | boolean>> = {
  fadd: (a, b) => a + b,
  fsub: (a, b) => a - b,
  fmul: (a, b) => a * b,
  fdiv: (a, b) => a / b,
  frem: (a, b) => a % b,
  fneg: (a) => -a,
  fabs: (a) => Math.abs(a),
  fmin: (a, b) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.min(a, b)),
  fmax: (a, b) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.max(a, b)),
  ffma: (a, b, c) => a * b + c,
  floor: Math.floor,
  ceil: Math.ceil,
  trunc: Math.trunc,
  fsign: Math.sign,
  sqrt: Math.sqrt,
  isnan: Number.isNaN,
  isinf: (a) => Math.abs(a) === Infinity,
  feq: (a, b) => a === b,
  fne: (a, b) => a !== b,
  flt: (a, b) => a < b,
  fle: (a, b) => a <= b,
  select: (a, b, c) => (a ? b : c),
};

/** An integer as a float of the type, rounded once. */
function floatOfInteger(type: ScalarType, value: bigint): number {
  if (type === 'f64') return Number(value);
  const near = type === 'f32' ? Math.fround(Number(value)) : roundToHalf(Number(value));
  if (!Number.isFinite(near) || BigInt(near) === value) return near;
  // The double may have been rounded to a tie: compare the distances to both neighbours exactly.
  const step = type === 'f32' ? 2 ** -24 : 2 ** -11;
  const round = type === 'f32' ? Math.fround : roundToHalf;
  const candidates = [1, 1 + step, 1 + 2 * step, 1 - step, 1 - 2 * step]
    .map((factor) => round(near * factor))
    .filter(Number.isFinite);
  const distance = (each: number): bigint => {
    const difference = BigInt(each) - value;
    return difference < 0n ? -difference : difference;
  };
  const isEven = (each: number): boolean => {
    const view = new DataView(new ArrayBuffer(8));
    write(view, 0, type, each);
    return (view.getUint8(0) & 1) === 0;
  };
  return candidates.reduce((best, each) => {
    const gain = distance(best) - distance(each);
    return gain > 0n || (gain === 0n && isEven(each) && !isEven(best)) ? each : best;
  });
}

/** A float towards zero as an integer of `w` bits, saturating. */
function integerOfFloat(value: number, low: bigint, high: bigint): bigint {
  if (Number.isNaN(value)) return 0n;
  if (value === Infinity) return high;
  if (value === -Infinity) return low;
  const whole = BigInt(Math.trunc(value));
  return whole < low ? low : whole > high ? high : whole;
}

/** True when the reference covers the operation on these types. */
export function isCovered({ op, operands, result }: TypedOp): boolean {
  const isFloat = operands.some((each) => each.startsWith('f'));
  const isConversion = [
    's2f',
    'u2f',
    'f2s',
    'f2u',
    'f2f',
    'bitcast',
    'uextend',
    's2f_wide',
    'u2f_wide',
  ].includes(op);
  if (isConversion || op.startsWith('f64_')) return true;
  return isFloat || result.startsWith('f') ? FLOAT[op] !== undefined : INTEGER[op] !== undefined;
}

/** The result of the operation on a row. */
export function reference({ op, operands, result }: TypedOp, row: readonly Scalar[]): Scalar {
  const from = operands[0];
  const width = from === 'bool' ? 1 : Number(from.slice(1));
  const out = result === 'bool' ? 1 : Number(result.slice(1));
  const [a, b, c, d] = row;
  const words = (): bigint => (BigInt(b) << 32n) | unsigned(32, BigInt(a));
  switch (op) {
    case 's2f':
      return floatOfInteger(result, a as bigint);
    case 'u2f':
      return floatOfInteger(result, unsigned(width, a as bigint));
    case 's2f_wide':
      return floatOfInteger(result, words());
    case 'u2f_wide':
      return floatOfInteger(result, unsigned(64, words()));
    case 'f2s':
      return integerOfFloat(a as number, -(1n << BigInt(out - 1)), (1n << BigInt(out - 1)) - 1n);
    case 'f2u':
      return signed(out, integerOfFloat(a as number, 0n, (1n << BigInt(out)) - 1n));
    case 'uextend':
      return signed(out, unsigned(width, a as bigint));
    case 'f2f':
      return rounded(result, a as number);
    case 'bitcast':
    case 'f64_make':
    case 'f64_lo':
    case 'f64_hi': {
      const view = new DataView(new ArrayBuffer(16));
      write(view, 0, op === 'f64_make' ? 'i64' : from, op === 'f64_make' ? signed(64, words()) : a);
      return read(view, op === 'f64_hi' ? 4 : 0, result);
    }
    default:
  }
  const isFloat = operands.some((each) => each.startsWith('f'));
  if (isFloat) {
    const value = FLOAT[op]!(Number(a), Number(b), Number(c));
    return typeof value === 'boolean' ? Number(value) : rounded(result, value);
  }
  const big = (value: Scalar | undefined): bigint => BigInt(value ?? 0);
  const from2 = op === 'select' ? Number(operands[1].slice(1)) || 1 : width;
  const value = INTEGER[op]!(big(a), big(b), big(c), big(d), from2);
  if (typeof value === 'boolean') return Number(value);
  return result === 'bool' ? Number(value & 1n) : signed(out, value);
}

function rounded(type: ScalarType, value: number): number {
  return type === 'f64' ? value : type === 'f32' ? Math.fround(value) : roundToHalf(value);
}
