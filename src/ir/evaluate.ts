// The exact meaning of every pure operation on scalars: what constant folding computes and what the
// execution engine must agree with. An integer is a signed JavaScript number, bool 0 or 1, f32 and f16 the number
// that they equal, rounded after each operation (ffma: a double, then one rounding), f64 a number (ffma: two roundings).

import {
  bitsOfFloat,
  floatFromBits,
  floatToSigned,
  floatToUnsigned,
  packingFunctions,
} from './evaluate-conversions.ts';
import { doubleFunctions, type FloatOp, floatFunctions } from './evaluate-floats.ts';
import { type IntegerOp, integerFunctions } from './evaluate-integers.ts';
import { integerOfWords, integerOfWordsToOdd, wideFunctions } from './evaluate-wide.ts';
import { evaluateAtWidth } from './evaluate-widths.ts';
import { halfBitsOf, halfFromBits, roundToHalf } from './half.ts';
import type { PureOp, ScalarType } from './ir.ts';
import { bitWidth } from './ops.ts';

export { bitsOfFloat, floatFromBits, floatToSigned, floatToUnsigned } from './evaluate-conversions.ts';
export { roundHalfEven } from './evaluate-floats.ts';

/**
 * One function per operation for 32-bit types (i32, f32, bool). Two operations need a word: `bitcast` here
 * goes from f32 to i32 (`floatFromBits` is the other direction), `not` is the integer one. The unpack
 * functions take the component as their second argument. No function allocates.
 */
export const pureFunctions: Readonly<Record<PureOp, (a: number, b: number, c: number, d: number) => number>> =
  {
    ...integerFunctions,
    ...floatFunctions,
    s2f: (a) => Math.fround(a),
    u2f: (a) => Math.fround(a >>> 0),
    f2s: floatToSigned,
    f2u: floatToUnsigned,
    f2f: (a) => Math.fround(a),
    bitcast: bitsOfFloat,
    uextend: (a) => a,
    sextend: (a) => a,
    itruncate: (a) => a,
    s2f_wide: (low, high) => Math.fround(integerOfWordsToOdd(low, high)),
    u2f_wide: (low, high) => Math.fround(integerOfWordsToOdd(low, high >>> 0)),
    ...wideFunctions,
    ...packingFunctions,
    select: (condition, ifTrue, ifFalse) => (condition !== 0 ? ifTrue : ifFalse),
  };

/**
 * The result of `op` with result type `type` on `operands` of `operandTypes`. The types must satisfy
 * `signatureProblem` of ops.ts; they are not checked here.
 */
export function evaluatePure(
  op: PureOp,
  type: ScalarType,
  operandTypes: readonly ScalarType[],
  operands: readonly number[],
  component = 0,
): number {
  const from = operandTypes[0];
  const a = operands[0];
  if (op === 'select') return a !== 0 ? operands[1] : operands[2];
  if (op.startsWith('unpack')) return pureFunctions[op](a, component, 0, 0);
  if (Object.hasOwn(integerFunctions, op)) return evaluateInteger(op as IntegerOp, from, operands);
  if (Object.hasOwn(floatFunctions, op)) return evaluateFloat(op as FloatOp, type, from, operands);
  switch (op) {
    case 's2f':
      return roundFloat(type, a);
    case 'u2f':
      return roundFloat(type, toUnsigned(from, a));
    case 's2f_wide':
      return roundWide(type, a, operands[1]);
    case 'u2f_wide':
      return roundWide(type, a, operands[1] >>> 0);
    case 'f2f':
      return roundFloat(type, a);
    case 'f2s':
      return saturateSigned(type, a);
    case 'f2u':
      return saturateUnsigned(type, a);
    case 'bitcast':
      return bitcast(type, from, a);
    case 'uextend':
      return wrapInteger(type, toUnsigned(from, a));
    case 'sextend':
    case 'itruncate':
      return wrapInteger(type, a);
    default:
      return pureFunctions[op](a, operands[1], operands[2], operands[3]);
  }
}

function evaluateInteger(op: IntegerOp, type: ScalarType, operands: readonly number[]): number {
  if (type === 'bool' && op === 'not') return operands[0] === 0 ? 1 : 0;
  if (type !== 'i32' && type !== 'bool') return evaluateAtWidth(op, bitWidth(type), operands);
  return integerFunctions[op](operands[0], operands[1], operands[2], operands[3]);
}

function evaluateFloat(op: FloatOp, type: ScalarType, from: ScalarType, operands: readonly number[]): number {
  const functions = from === 'f32' ? floatFunctions : doubleFunctions;
  const result = functions[op](operands[0], operands[1], operands[2], operands[3]);
  return type === 'f16' ? roundToHalf(result) : result;
}

function roundFloat(type: ScalarType, value: number): number {
  if (type === 'f64') return value;
  return type === 'f16' ? roundToHalf(value) : Math.fround(value);
}

function roundWide(type: ScalarType, low: number, high: number): number {
  return type === 'f64' ? integerOfWords(low, high) : roundFloat(type, integerOfWordsToOdd(low, high));
}

function toUnsigned(type: ScalarType, value: number): number {
  return value < 0 ? value + 2 ** bitWidth(type) : value;
}

/** The low bits of an integer, as a signed number of the type. */
function wrapInteger(type: ScalarType, value: number): number {
  return type === 'i32' ? value | 0 : Number(BigInt.asIntN(bitWidth(type), BigInt(value)));
}

function saturateSigned(type: ScalarType, value: number): number {
  if (type === 'i32') return floatToSigned(value);
  const limit = 2 ** (bitWidth(type) - 1);
  if (Number.isNaN(value)) return 0;
  return Math.trunc(Math.max(-limit, Math.min(limit - 1, value))) + 0;
}

function saturateUnsigned(type: ScalarType, value: number): number {
  if (type === 'i32') return floatToUnsigned(value);
  if (!(value > 0)) return 0;
  const limit = 2 ** bitWidth(type);
  return value < limit ? wrapInteger(type, Math.trunc(value)) : -1;
}

const wideScratch = new Float64Array(1);
const wideWords = new BigInt64Array(wideScratch.buffer);

function bitcast(type: ScalarType, from: ScalarType, value: number): number {
  if (type === from) return value;
  switch (type) {
    case 'i16':
      return (halfBitsOf(value) << 16) >> 16;
    case 'f16':
      return halfFromBits(value);
    case 'i32':
      return bitsOfFloat(value);
    case 'f32':
      return floatFromBits(value);
    case 'i64':
      wideScratch[0] = value;
      return Number(wideWords[0]);
    case 'f64':
      wideWords[0] = BigInt(value);
      return wideScratch[0];
    default:
      return value;
  }
}
