// Numeric and bit builtins that work component by component (WGSL specification, section "Numeric Built-in
// Functions"): most are one IR operation by component type, the rest the specification's formulas.

import type { Builder } from '../../../ir/builder.ts';
import type { PureOp } from '../../../ir/ir.ts';
import { degrees, radians, saturate, signedSign, smoothstep, step } from '../../formulas/numeric.ts';
import type { Operand } from '../types.ts';
import { type Lane, type LaneRecipe, perComponent } from './lanes.ts';

/** The operation for floats, i32 and u32; `same` returns the operand. */
interface ByType {
  readonly float?: PureOp;
  readonly i32?: PureOp | 'same';
  readonly u32?: PureOp | 'same';
}

function float(op: PureOp): ByType {
  return { float: op };
}

function integer(op: PureOp): ByType {
  return { i32: op, u32: op };
}

const DIRECT: Readonly<Record<string, ByType>> = {
  abs: { float: 'fabs', i32: 'sabs', u32: 'same' },
  acos: float('acos'),
  acosh: float('acosh'),
  asin: float('asin'),
  asinh: float('asinh'),
  atan: float('atan'),
  atanh: float('atanh'),
  atan2: float('atan2'),
  ceil: float('ceil'),
  cos: float('cos'),
  cosh: float('cosh'),
  countLeadingZeros: integer('clz'),
  countOneBits: integer('popcount'),
  countTrailingZeros: integer('ctz'),
  exp: float('exp'),
  exp2: float('exp2'),
  firstLeadingBit: { i32: 'sfirstbithigh', u32: 'ufirstbithigh' },
  firstTrailingBit: integer('firstbitlow'),
  floor: float('floor'),
  fma: float('ffma'),
  mix: float('fmix'),
  fract: float('fract'),
  inverseSqrt: float('inversesqrt'),
  ldexp: float('ldexp'),
  log: float('log'),
  log2: float('log2'),
  max: { float: 'fmax', i32: 'smax', u32: 'umax' },
  min: { float: 'fmin', i32: 'smin', u32: 'umin' },
  pow: float('pow'),
  quantizeToF16: float('quantize_f16'),
  reverseBits: integer('bitreverse'),
  round: float('round'),
  sin: float('sin'),
  sinh: float('sinh'),
  sqrt: float('sqrt'),
  tan: float('tan'),
  tanh: float('tanh'),
  trunc: float('trunc'),
};

const RECIPES: Readonly<Record<string, LaneRecipe>> = {
  clamp: (lane, value, low, high) => direct(lane, 'min', direct(lane, 'max', value, low), high),
  degrees: (lane, value) => degrees(lane, value),
  radians: (lane, value) => radians(lane, value),
  saturate: (lane, value) => saturate(lane, value),
  sign: (lane, value) => (lane.isFloat ? lane.pure('fsign', value) : signedSign(lane, value)),
  step: (lane, edge, value) => step(lane, edge, value),
  smoothstep: (lane, low, high, value) => smoothstep(lane, low, high, value),
  select: (lane, ifFalse, ifTrue, condition) => lane.pure('select', condition, ifTrue, ifFalse),
  extractBits: (lane, value, offset, count) => {
    const [start, width] = clampField(lane, offset, count);
    return lane.pure(lane.scalar === 'u32' ? 'uextractbits' : 'sextractbits', value, start, width);
  },
  insertBits: (lane, value, inserted, offset, count) => {
    const [start, width] = clampField(lane, offset, count);
    return lane.pure('insertbits', value, inserted, start, width);
  },
};

/** Lowers a builtin that works on each component by itself; undefined when `name` is none. */
export function lowerNumeric(
  builder: Builder,
  name: string,
  operands: readonly Operand[],
): Operand | undefined {
  if (Object.hasOwn(DIRECT, name)) {
    return perComponent(builder, operands, (lane, ...components) => direct(lane, name, ...components));
  }
  if (Object.hasOwn(RECIPES, name)) return perComponent(builder, operands, RECIPES[name]);
  return undefined;
}

function direct(lane: Lane, name: string, ...components: readonly number[]): number {
  const row = DIRECT[name];
  const op = lane.isFloat ? row.float : lane.scalar === 'u32' ? row.u32 : row.i32;
  return op === undefined || op === 'same' ? components[0] : lane.pure(op, ...components);
}

/** A bit field cut off at the end of the word: the instructions that compilers add for this promise. */
function clampField(lane: Lane, offset: number, count: number): [number, number] {
  const wordBits = lane.constant(32);
  const start = lane.pure('umin', offset, wordBits);
  return [start, lane.pure('umin', count, lane.pure('isub', wordBits, start))];
}
