// What each pure operation takes and gives: the one table behind the validator, the text parser and the
// evaluator. A signature is written with at most one type variable `T`, limited to a class of scalar types;
// an operand or result is `T` or a class of its own.

import type { ScalarType } from './ir.ts';

/** A set of scalar types. `shortFloat` is what has transcendental functions: SPIR-V has none for f64. `logic` is the integers and bool; `data` is everything that memory can hold. */
export type TypeClass =
  | 'bool'
  | 'i32'
  | 'i64'
  | 'f32'
  | 'f64'
  | 'integer'
  | 'float'
  | 'shortFloat'
  | 'logic'
  | 'data'
  | 'any';
/** `T` stands for the signature's type variable. */
export type TypeRule = TypeClass | 'T';

export interface OpSignature {
  /** One rule per operand. */
  readonly operands: readonly TypeRule[];
  readonly result: TypeRule;
  /** What `T` may be; only read when a rule says `T`. */
  readonly variable: TypeClass;
  /** Exchanging the first two operands gives the same result. */
  readonly isCommutative: boolean;
  /** How many values `component` chooses from; absent for operations without `component`. */
  readonly components?: 2 | 4;
  /** How the widths in bits of operand and result must relate, for conversions. */
  readonly width?: 'equal' | 'wider' | 'narrower';
}

const CLASSES: Record<TypeClass, ReadonlySet<ScalarType>> = {
  bool: new Set(['bool']),
  i32: new Set(['i32']),
  i64: new Set(['i64']),
  f32: new Set(['f32']),
  f64: new Set(['f64']),
  integer: new Set(['i8', 'i16', 'i32', 'i64']),
  float: new Set(['f16', 'f32', 'f64']),
  shortFloat: new Set(['f16', 'f32']),
  logic: new Set(['bool', 'i8', 'i16', 'i32', 'i64']),
  data: new Set(['i8', 'i16', 'i32', 'i64', 'f16', 'f32', 'f64']),
  any: new Set(['bool', 'i8', 'i16', 'i32', 'i64', 'f16', 'f32', 'f64']),
};

/** True when `type` is in the class. */
export function isInClass(type: ScalarType, typeClass: TypeClass): boolean {
  return CLASSES[typeClass].has(type);
}

function same(variable: TypeClass, count: number, isCommutative = false): OpSignature {
  return { operands: Array<TypeRule>(count).fill('T'), result: 'T', variable, isCommutative };
}

function compare(variable: TypeClass, isCommutative = false): OpSignature {
  return { operands: ['T', 'T'], result: 'bool', variable, isCommutative };
}

function fixed(operands: readonly TypeRule[], result: TypeRule, isCommutative = false): OpSignature {
  return { operands, result, variable: 'any', isCommutative };
}

const INTEGER_UNARY = same('integer', 1);
const INTEGER_BINARY = same('integer', 2);
const INTEGER_COMMUTATIVE = same('integer', 2, true);
const LOGIC_COMMUTATIVE = same('logic', 2, true);
const SHIFT: OpSignature = {
  operands: ['T', 'integer'],
  result: 'T',
  variable: 'integer',
  isCommutative: false,
};
const EXTRACT: OpSignature = { ...SHIFT, operands: ['T', 'i32', 'i32'] };
const FLOAT_UNARY = same('float', 1);
const FLOAT_BINARY = same('float', 2);
const FLOAT_COMMUTATIVE = same('float', 2, true);
const SHORT_UNARY = same('shortFloat', 1);
const SHORT_BINARY = same('shortFloat', 2);
const FLOAT_TEST = fixed(['float'], 'bool');
const DOT4 = fixed(['i32', 'i32'], 'i32', true);
const PACK2 = fixed(['f32', 'f32'], 'i32');
const PACK4 = fixed(['f32', 'f32', 'f32', 'f32'], 'i32');
const UNPACK2: OpSignature = { ...fixed(['i32'], 'f32'), components: 2 };
const UNPACK4: OpSignature = { ...fixed(['i32'], 'f32'), components: 4 };
const FROM_INTEGER = fixed(['integer'], 'float');
const TO_INTEGER = fixed(['float'], 'integer');
const CARRY = fixed(['i32', 'i32'], 'bool', true);
const BORROW = fixed(['i32', 'i32'], 'bool');
const SHIFTED_WORD = fixed(['i32', 'i32', 'i32'], 'i32');
const FROM_WORDS = fixed(['i32', 'i32'], 'float');
const TO_WORD = fixed(['float'], 'i32');
const EXTEND: OpSignature = { ...fixed(['integer'], 'integer'), width: 'wider' };

const SIGNATURES = {
  // integers
  iadd: INTEGER_COMMUTATIVE,
  isub: INTEGER_BINARY,
  imul: INTEGER_COMMUTATIVE,
  umulhi: INTEGER_COMMUTATIVE,
  smulhi: INTEGER_COMMUTATIVE,
  umulwide_hi: INTEGER_COMMUTATIVE,
  sdiv: INTEGER_BINARY,
  udiv: INTEGER_BINARY,
  srem: INTEGER_BINARY,
  urem: INTEGER_BINARY,
  and: LOGIC_COMMUTATIVE,
  or: LOGIC_COMMUTATIVE,
  xor: LOGIC_COMMUTATIVE,
  not: same('logic', 1),
  shl: SHIFT,
  ushr: SHIFT,
  sshr: SHIFT,
  smin: INTEGER_COMMUTATIVE,
  smax: INTEGER_COMMUTATIVE,
  umin: INTEGER_COMMUTATIVE,
  umax: INTEGER_COMMUTATIVE,
  sabs: INTEGER_UNARY,
  clz: INTEGER_UNARY,
  ctz: INTEGER_UNARY,
  popcount: INTEGER_UNARY,
  bitreverse: INTEGER_UNARY,
  ufirstbithigh: INTEGER_UNARY,
  sfirstbithigh: INTEGER_UNARY,
  firstbitlow: INTEGER_UNARY,
  uextractbits: EXTRACT,
  sextractbits: EXTRACT,
  insertbits: { ...EXTRACT, operands: ['T', 'T', 'i32', 'i32'] },
  udot4: DOT4,
  sdot4: DOT4,

  // carries: (a, b) → whether a + b overflows or a - b borrows; (a, b, carry) → a + b + carry, a - b - borrow
  uadd_carry: CARRY,
  usub_borrow: BORROW,
  iadd_carried: fixed(['i32', 'i32', 'bool'], 'i32', true),
  isub_borrowed: fixed(['i32', 'i32', 'bool'], 'i32'),
  // a word of (low, high) shifted by an amount modulo 64
  shl_wide_lo: SHIFTED_WORD,
  shl_wide_hi: SHIFTED_WORD,
  ushr_wide_lo: SHIFTED_WORD,
  ushr_wide_hi: SHIFTED_WORD,
  sshr_wide_lo: SHIFTED_WORD,
  sshr_wide_hi: SHIFTED_WORD,

  // comparisons
  ieq: compare('logic', true),
  ine: compare('logic', true),
  slt: compare('integer'),
  sle: compare('integer'),
  ult: compare('integer'),
  ule: compare('integer'),
  feq: compare('float', true),
  fne: compare('float', true),
  flt: compare('float'),
  fle: compare('float'),

  // floats (f16, f32, f64 by result type)
  fadd: FLOAT_COMMUTATIVE,
  fsub: FLOAT_BINARY,
  fmul: FLOAT_COMMUTATIVE,
  fdiv: FLOAT_BINARY,
  frem: FLOAT_BINARY,
  fneg: FLOAT_UNARY,
  fabs: FLOAT_UNARY,
  fmin: FLOAT_COMMUTATIVE,
  fmax: FLOAT_COMMUTATIVE,
  ffma: same('float', 3, true),
  /** The first by one less the third, and the second by the third. */
  fmix: same('float', 3),
  floor: FLOAT_UNARY,
  ceil: FLOAT_UNARY,
  trunc: FLOAT_UNARY,
  round: FLOAT_UNARY,
  fract: FLOAT_UNARY,
  fsign: FLOAT_UNARY,
  sqrt: FLOAT_UNARY,
  inversesqrt: FLOAT_UNARY,
  exp: SHORT_UNARY,
  exp2: SHORT_UNARY,
  log: SHORT_UNARY,
  log2: SHORT_UNARY,
  pow: SHORT_BINARY,
  sin: SHORT_UNARY,
  cos: SHORT_UNARY,
  tan: SHORT_UNARY,
  asin: SHORT_UNARY,
  acos: SHORT_UNARY,
  atan: SHORT_UNARY,
  atan2: SHORT_BINARY,
  sinh: SHORT_UNARY,
  cosh: SHORT_UNARY,
  tanh: SHORT_UNARY,
  asinh: SHORT_UNARY,
  acosh: SHORT_UNARY,
  atanh: SHORT_UNARY,
  ldexp: { operands: ['T', 'i32'], result: 'T', variable: 'float', isCommutative: false },
  frexp_fraction: FLOAT_UNARY,
  frexp_exponent: fixed(['float'], 'i32'),
  quantize_f16: fixed(['f32'], 'f32'),
  isnan: FLOAT_TEST,
  isinf: FLOAT_TEST,

  // conversions, by result type (f2s and f2u saturate, NaN gives 0)
  s2f: FROM_INTEGER,
  u2f: FROM_INTEGER,
  f2s: TO_INTEGER,
  f2u: TO_INTEGER,
  f2f: fixed(['float'], 'float'),
  bitcast: { ...fixed(['data'], 'data'), width: 'equal' },
  uextend: EXTEND,
  sextend: EXTEND,
  itruncate: { ...EXTEND, width: 'narrower' },

  // 64-bit values from and to two i32, low word first
  i64_make: fixed(['i32', 'i32'], 'i64'),
  i64_lo: fixed(['i64'], 'i32'),
  i64_hi: fixed(['i64'], 'i32'),
  f64_make: fixed(['i32', 'i32'], 'f64'),
  f64_lo: fixed(['f64'], 'i32'),
  f64_hi: fixed(['f64'], 'i32'),
  // conversions of 64-bit integers that are two i32 (low, high) already; _lo and _hi give a word of the result
  s2f_wide: FROM_WORDS,
  u2f_wide: FROM_WORDS,
  f2s_wide_lo: TO_WORD,
  f2s_wide_hi: TO_WORD,
  f2u_wide_lo: TO_WORD,
  f2u_wide_hi: TO_WORD,

  // packing (f32 to and from the bits of one i32)
  pack2x16float: PACK2,
  pack2x16snorm: PACK2,
  pack2x16unorm: PACK2,
  pack4x8snorm: PACK4,
  pack4x8unorm: PACK4,
  unpack2x16float: UNPACK2,
  unpack2x16snorm: UNPACK2,
  unpack2x16unorm: UNPACK2,
  unpack4x8snorm: UNPACK4,
  unpack4x8unorm: UNPACK4,

  // (condition, ifTrue, ifFalse)
  select: { operands: ['bool', 'T', 'T'], result: 'T', variable: 'any', isCommutative: false },
} satisfies Readonly<Record<string, OpSignature>>;

/** Operations on scalars without effect. */
export type PureOp = keyof typeof SIGNATURES;

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** The operations that `names` lists, separated by blanks. */
export function opSet<Names extends string>(
  names: Words<Names> extends PureOp ? Names : never,
): ReadonlySet<PureOp> {
  return new Set(names.split(' ') as PureOp[]);
}

/** Every pure operation. */
export const pureOps: Readonly<Record<PureOp, OpSignature>> = SIGNATURES;

/** Width of a scalar in bits; bool counts as 1. */
export function bitWidth(type: ScalarType): number {
  return type === 'bool' ? 1 : Number(type.slice(1));
}

/** What is wrong with these types for the operation, in words; undefined when nothing is. */
export function signatureProblem(
  op: PureOp,
  result: ScalarType,
  operands: readonly ScalarType[],
  component?: number,
): string | undefined {
  const signature = pureOps[op];
  if (operands.length !== signature.operands.length) {
    return `${op} takes ${signature.operands.length} operands, not ${operands.length}`;
  }
  const variable = variableType(signature, result, operands);
  for (let i = 0; i < operands.length; i++) {
    const problem = ruleProblem(signature, signature.operands[i], operands[i], variable);
    if (problem) return `operand ${i + 1} of ${op} is ${operands[i]}, but must be ${problem}`;
  }
  const problem = ruleProblem(signature, signature.result, result, variable);
  if (problem) return `the result of ${op} is ${result}, but must be ${problem}`;
  return widthProblem(op, result, operands) ?? componentProblem(op, component);
}

function variableType(
  signature: OpSignature,
  result: ScalarType,
  operands: readonly ScalarType[],
): ScalarType {
  const first = signature.operands.indexOf('T');
  return first < 0 ? result : operands[first];
}

function ruleProblem(
  signature: OpSignature,
  rule: TypeRule,
  type: ScalarType,
  variable: ScalarType,
): string | undefined {
  if (rule !== 'T') return isInClass(type, rule) ? undefined : rule;
  if (!isInClass(type, signature.variable)) return signature.variable;
  return type === variable ? undefined : variable;
}

function widthProblem(op: PureOp, result: ScalarType, operands: readonly ScalarType[]): string | undefined {
  const rule = pureOps[op].width;
  if (!rule) return undefined;
  const from = bitWidth(operands[0]);
  const to = bitWidth(result);
  const isFine = rule === 'equal' ? to === from : rule === 'wider' ? to > from : to < from;
  if (isFine) return undefined;
  const wanted = rule === 'equal' ? 'as wide as' : `${rule} than`;
  return `the result of ${op} is ${result}, but must be ${wanted} ${operands[0]}`;
}

function componentProblem(op: PureOp, component: number | undefined): string | undefined {
  const count = pureOps[op].components;
  if (count === undefined) return component === undefined ? undefined : `${op} has no component`;
  const isFine =
    component !== undefined && Number.isInteger(component) && component >= 0 && component < count;
  return isFine ? undefined : `${op} needs a component from 0 to ${count - 1}`;
}
