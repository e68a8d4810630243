// What the float operations compute, once in double precision without rounding the result (`doubleFunctions`)
// and once for f32, rounded after each operation (`floatFunctions`). Where the WGSL specification leaves a
// result open, the choice is what GPUs do: pow of a negative base is NaN, fmin and fmax drop a NaN operand.
// Subnormal numbers are kept. Nothing here allocates.

import { exponentOf, powerOfTwo, roundToHalf } from './half.ts';
import type { PureOp } from './ops.ts';
import { exp2, power } from './power.ts';

type FloatFunction = (a: number, b: number, c: number, d: number) => number;

const fround = Math.fround;

/** Nearest integer, halves to the even one; the sign of zero is kept. */
export function roundHalfEven(a: number): number {
  if (!(Math.abs(a) < 2 ** 51)) return a;
  const rounded = a + 1.5 * 2 ** 52 - 1.5 * 2 ** 52;
  return rounded === 0 ? a * 0 : rounded;
}

function minimum(a: number, b: number): number {
  if (Number.isNaN(a)) return b;
  return Number.isNaN(b) ? a : Math.min(a, b);
}

function maximum(a: number, b: number): number {
  if (Number.isNaN(a)) return b;
  return Number.isNaN(b) ? a : Math.max(a, b);
}

/** a · 2^b; three steps because 2^b alone may leave the range of a double. */
function loadExponent(a: number, b: number): number {
  const exponent = Math.max(-2200, Math.min(2200, b));
  const first = Math.max(-1022, Math.min(1023, exponent));
  const second = Math.max(-1022, Math.min(1023, exponent - first));
  return a * powerOfTwo(first) * powerOfTwo(second) * powerOfTwo(exponent - first - second);
}

const SUBNORMAL_DOUBLE = 2 ** -1022;

function fractionExponent(a: number): number {
  const magnitude = Math.abs(a);
  if (magnitude === 0 || !(magnitude < Infinity)) return 0;
  return magnitude < SUBNORMAL_DOUBLE ? exponentOf(magnitude * 2 ** 64) - 63 : exponentOf(magnitude) + 1;
}

function fraction(a: number): number {
  return a === 0 || !(Math.abs(a) < Infinity) ? a : loadExponent(a, -fractionExponent(a));
}

const FUNCTIONS = {
  feq: (a, b) => (a === b ? 1 : 0),
  fne: (a, b) => (a !== b ? 1 : 0),
  flt: (a, b) => (a < b ? 1 : 0),
  fle: (a, b) => (a <= b ? 1 : 0),
  fadd: (a, b) => a + b,
  fsub: (a, b) => a - b,
  fmul: (a, b) => a * b,
  fdiv: (a, b) => a / b,
  frem: (a, b) => a % b,
  fneg: (a) => -a,
  fabs: (a) => Math.abs(a),
  fmin: minimum,
  fmax: maximum,
  ffma: (a, b, c) => a * b + c,
  fmix: (a, b, c) => a * (1 - c) + b * c,
  floor: (a) => Math.floor(a),
  ceil: (a) => Math.ceil(a),
  trunc: (a) => Math.trunc(a),
  round: roundHalfEven,
  fract: (a) => a - Math.floor(a),
  fsign: (a) => Math.sign(a),
  sqrt: (a) => Math.sqrt(a),
  inversesqrt: (a) => 1 / Math.sqrt(a),
  exp: (a) => Math.exp(a),
  exp2,
  log: (a) => Math.log(a),
  log2: (a) => Math.log2(a),
  pow: power,
  sin: (a) => Math.sin(a),
  cos: (a) => Math.cos(a),
  tan: (a) => Math.tan(a),
  asin: (a) => Math.asin(a),
  acos: (a) => Math.acos(a),
  atan: (a) => Math.atan(a),
  atan2: (a, b) => Math.atan2(a, b),
  sinh: (a) => Math.sinh(a),
  cosh: (a) => Math.cosh(a),
  tanh: (a) => Math.tanh(a),
  asinh: (a) => Math.asinh(a),
  acosh: (a) => Math.acosh(a),
  atanh: (a) => Math.atanh(a),
  ldexp: loadExponent,
  frexp_fraction: fraction,
  frexp_exponent: fractionExponent,
  quantize_f16: roundToHalf,
  isnan: (a) => (Number.isNaN(a) ? 1 : 0),
  isinf: (a) => (Math.abs(a) === Infinity ? 1 : 0),
} satisfies Partial<Record<PureOp, FloatFunction>>;

/** Operations with float operands whose result is a float of the same type, or a bool or integer. */
export type FloatOp = keyof typeof FUNCTIONS;

/** Results as doubles; the caller rounds them to its type. */
export const doubleFunctions: Readonly<Record<FloatOp, FloatFunction>> = FUNCTIONS;

/** The same on f32. Written out, so that a JavaScript engine can inline each one. */
export const floatFunctions: Readonly<Record<FloatOp, FloatFunction>> = {
  ...doubleFunctions, // comparisons, minima, signs and roundings are exact already
  fadd: (a, b) => fround(a + b),
  fsub: (a, b) => fround(a - b),
  fmul: (a, b) => fround(a * b),
  fdiv: (a, b) => fround(a / b),
  ffma: (a, b, c) => fround(a * b + c),
  fmix: (a, b, c) => fround(fround(a * fround(1 - c)) + fround(b * c)),
  fract: (a) => fround(a - Math.floor(a)),
  sqrt: (a) => fround(Math.sqrt(a)),
  inversesqrt: (a) => fround(1 / Math.sqrt(a)),
  exp: (a) => fround(Math.exp(a)),
  exp2: (a) => fround(exp2(a)),
  log: (a) => fround(Math.log(a)),
  log2: (a) => fround(Math.log2(a)),
  pow: (a, b) => fround(power(a, b)),
  sin: (a) => fround(Math.sin(a)),
  cos: (a) => fround(Math.cos(a)),
  tan: (a) => fround(Math.tan(a)),
  asin: (a) => fround(Math.asin(a)),
  acos: (a) => fround(Math.acos(a)),
  atan: (a) => fround(Math.atan(a)),
  atan2: (a, b) => fround(Math.atan2(a, b)),
  sinh: (a) => fround(Math.sinh(a)),
  cosh: (a) => fround(Math.cosh(a)),
  tanh: (a) => fround(Math.tanh(a)),
  asinh: (a) => fround(Math.asinh(a)),
  acosh: (a) => fround(Math.acosh(a)),
  atanh: (a) => fround(Math.atanh(a)),
  ldexp: (a, b) => fround(loadExponent(a, b)),
};
