// Pure operations as JavaScript expressions. Common ones are written out so that the JavaScript engine keeps
// them in registers; the rest call the functions of ir/evaluate.ts, which also define what each one means.
// In generated code an integer of up to 32 bits is a signed integer, a float a number, a bool a boolean.

import { evaluatePure, pureFunctions } from '../ir/evaluate.ts';
import { doubleFunctions } from '../ir/evaluate-floats.ts';
import { roundToHalf } from '../ir/half.ts';
import type { PureInstruction, PureOp, ScalarType } from '../ir/ir.ts';
import { bitWidth, opSet } from '../ir/ops.ts';

type PureFunction = (a: number, b: number, c: number, d: number) => number;

/** Functions that generated code calls, by the name it calls them. */
export type HelperFunctions = Map<string, PureFunction>;

const INTEGER: Partial<Record<PureOp, (a: string, b: string, c: string) => string>> = {
  iadd: (a, b) => `(${a} + ${b}) | 0`,
  isub: (a, b) => `(${a} - ${b}) | 0`,
  imul: (a, b) => `Math.imul(${a}, ${b})`,
  sdiv: (a, b) => `${b} === 0 ? ${a} : (${a} / ${b}) | 0`,
  udiv: (a, b) => `${b} === 0 ? ${a} : ((${a} >>> 0) / (${b} >>> 0)) | 0`,
  srem: (a, b) => `${b} === 0 ? 0 : (${a} % ${b}) | 0`,
  urem: (a, b) => `${b} === 0 ? 0 : ((${a} >>> 0) % (${b} >>> 0)) | 0`,
  and: (a, b) => `${a} & ${b}`,
  or: (a, b) => `${a} | ${b}`,
  xor: (a, b) => `${a} ^ ${b}`,
  not: (a) => `~${a}`,
  shl: (a, b) => `${a} << ${b}`,
  ushr: (a, b) => `(${a} >>> ${b}) | 0`,
  sshr: (a, b) => `${a} >> ${b}`,
  smin: (a, b) => `${a} < ${b} ? ${a} : ${b}`,
  smax: (a, b) => `${a} > ${b} ? ${a} : ${b}`,
  umin: (a, b) => `(${a} >>> 0) < (${b} >>> 0) ? ${a} : ${b}`,
  umax: (a, b) => `(${a} >>> 0) > (${b} >>> 0) ? ${a} : ${b}`,
  clz: (a) => `Math.clz32(${a})`,
  ieq: (a, b) => `${a} === ${b}`,
  ine: (a, b) => `${a} !== ${b}`,
  slt: (a, b) => `${a} < ${b}`,
  sle: (a, b) => `${a} <= ${b}`,
  ult: (a, b) => `(${a} >>> 0) < (${b} >>> 0)`,
  ule: (a, b) => `(${a} >>> 0) <= (${b} >>> 0)`,
  uadd_carry: (a, b) => `(${a} >>> 0) + (${b} >>> 0) > 4294967295`,
  usub_borrow: (a, b) => `(${a} >>> 0) < (${b} >>> 0)`,
  iadd_carried: (a, b, c) => `(${a} + ${b} + (${c} ? 1 : 0)) | 0`,
  isub_borrowed: (a, b, c) => `(${a} - ${b} - (${c} ? 1 : 0)) | 0`,
};

/** On i8 and i16, which are held sign-extended: these give the low bits of the result, see `narrowExpression`. */
const NARROW: Partial<Record<PureOp, (a: string, b: string, mask: number, width: number) => string>> = {
  iadd: (a, b) => `${a} + ${b}`,
  isub: (a, b) => `${a} - ${b}`,
  imul: (a, b) => `Math.imul(${a}, ${b})`,
  sdiv: (a, b) => `(${b} === 0 ? ${a} : ${a} / ${b})`,
  udiv: (a, b, mask) => `(${b} === 0 ? ${a} : (${a} & ${mask}) / (${b} & ${mask}))`,
  srem: (a, b) => `(${b} === 0 ? 0 : ${a} % ${b})`,
  urem: (a, b, mask) => `(${b} === 0 ? 0 : (${a} & ${mask}) % (${b} & ${mask}))`,
  shl: (a, b, _, width) => `(${a} << (${b} & ${width - 1}))`,
  ushr: (a, b, mask, width) => `((${a} & ${mask}) >>> (${b} & ${width - 1}))`,
  sabs: (a) => `Math.abs(${a})`,
};

/** Operations of `INTEGER` whose result on sign-extended operands is sign-extended already, or a bool. */
const KEEPS_SIGN = opSet('and or xor not smin smax umin umax ieq ine slt sle ult ule');

const BOOL: Partial<Record<PureOp, (a: string, b: string) => string>> = {
  and: (a, b) => `${a} && ${b}`,
  or: (a, b) => `${a} || ${b}`,
  xor: (a, b) => `${a} !== ${b}`,
  not: (a) => `!${a}`,
  ieq: (a, b) => `${a} === ${b}`,
  ine: (a, b) => `${a} !== ${b}`,
};

/** Float operations without their rounding; see `rounded`. */
const FLOAT: Partial<Record<PureOp, (a: string, b: string, c: string) => string>> = {
  fadd: (a, b) => `${a} + ${b}`,
  fsub: (a, b) => `${a} - ${b}`,
  fmul: (a, b) => `${a} * ${b}`,
  fdiv: (a, b) => `${a} / ${b}`,
  ffma: (a, b, c) => `${a} * ${b} + ${c}`,
  fract: (a) => `${a} - Math.floor(${a})`,
  sqrt: (a) => `Math.sqrt(${a})`,
  inversesqrt: (a) => `1 / Math.sqrt(${a})`,
  exp: (a) => `Math.exp(${a})`,
  log: (a) => `Math.log(${a})`,
  log2: (a) => `Math.log2(${a})`,
  sin: (a) => `Math.sin(${a})`,
  cos: (a) => `Math.cos(${a})`,
};

/** Float operations whose result needs no rounding. */
const EXACT: Partial<Record<PureOp, (a: string, b: string) => string>> = {
  fneg: (a) => `-(${a})`,
  fabs: (a) => `Math.abs(${a})`,
  floor: (a) => `Math.floor(${a})`,
  ceil: (a) => `Math.ceil(${a})`,
  trunc: (a) => `Math.trunc(${a})`,
  fmin: (a, b) => `${a} !== ${a} ? ${b} : ${b} !== ${b} ? ${a} : Math.min(${a}, ${b})`,
  fmax: (a, b) => `${a} !== ${a} ? ${b} : ${b} !== ${b} ? ${a} : Math.max(${a}, ${b})`,
  feq: (a, b) => `${a} === ${b}`,
  fne: (a, b) => `${a} !== ${b}`,
  flt: (a, b) => `${a} < ${b}`,
  fle: (a, b) => `${a} <= ${b}`,
  isnan: (a) => `${a} !== ${a}`,
  isinf: (a) => `Math.abs(${a}) === Infinity`,
};

/** A constant as generated code writes it. */
export function constantText(type: ScalarType, value: number): string {
  if (type === 'bool') return value ? 'true' : 'false';
  if (Object.is(value, -0)) return '(-0)';
  return value < 0 ? `(${value})` : String(value);
}

/**
 * The expression for an instruction; `operands` are atoms (names or constants). Functions that it calls are
 * added to `helpers`.
 */
export function pureExpression(
  instruction: PureInstruction,
  operands: readonly string[],
  typeOf: (value: number) => ScalarType,
  helpers: HelperFunctions,
): string {
  const { op } = instruction;
  const type = typeOf(instruction.result);
  const from = typeOf(instruction.operands[0]);
  const [a, b, c] = operands as [string, string, string];
  if (op === 'select') return `${a} ? ${b} : ${c}`;
  const text = plainExpression(op, type, from, a, b, c);
  return text ?? helperCall(instruction, operands, typeOf, helpers);
}

function plainExpression(
  op: PureOp,
  type: ScalarType,
  from: ScalarType,
  a: string,
  b: string,
  c: string,
): string | undefined {
  if (from === 'bool') return BOOL[op]?.(a, b);
  if (op === 'bitcast' && from === type) return a;
  if (from === 'i32' && (type === 'i32' || type === 'bool')) {
    return INTEGER[op]?.(a, b, c);
  }
  if (op in EXACT) return EXACT[op]?.(a, b);
  if (op in FLOAT) return rounded(type, FLOAT[op]!(a, b, c));
  if (op === 's2f' && isShort(from)) return rounded(type, a);
  if (op === 'u2f' && isShort(from))
    return rounded(type, from === 'i32' ? `${a} >>> 0` : unextended(from, a));
  if (op === 'f2f') return bitWidth(from) <= bitWidth(type) ? a : rounded(type, a);
  if (op === 'uextend' && isShort(type)) return wrapped(type, unextended(from, a));
  if (op === 'sextend' && isShort(type)) return a;
  if (op === 'itruncate' && isShort(from)) return wrapped(type, a);
  if (from === 'i8' || from === 'i16') return narrowExpression(op, type, from, a, b, c);
  return undefined;
}

function narrowExpression(
  op: PureOp,
  type: ScalarType,
  from: ScalarType,
  a: string,
  b: string,
  c: string,
): string | undefined {
  if (op === 'sshr') return `${a} >> (${b} & ${bitWidth(from) - 1})`;
  if (KEEPS_SIGN.has(op)) return INTEGER[op]!(a, b, c);
  const width = bitWidth(from);
  const low = NARROW[op]?.(a, b, 2 ** width - 1, width);
  return low === undefined ? undefined : wrapped(type, low);
}

function isShort(type: ScalarType): boolean {
  return type === 'i8' || type === 'i16' || type === 'i32';
}

/** The value of a sign-extended i8 or i16 read as unsigned. */
function unextended(type: ScalarType, text: string): string {
  return `${text} & ${2 ** bitWidth(type) - 1}`;
}

/** The low bits of an integer, sign-extended. */
function wrapped(type: ScalarType, text: string): string {
  const unused = 32 - bitWidth(type);
  return unused === 0 ? text : `((${text}) << ${unused}) >> ${unused}`;
}

function rounded(type: ScalarType, text: string): string {
  if (type === 'f64') return text;
  return type === 'f16' ? `toHalf(${text})` : `Math.fround(${text})`;
}

/** Operations that do not round, so that one function serves every float type. */
const WORD_OPS = opSet('f64_make f64_lo f64_hi f2s_wide_lo f2s_wide_hi f2u_wide_lo f2u_wide_hi');

function helperCall(
  instruction: PureInstruction,
  operands: readonly string[],
  typeOf: (value: number) => ScalarType,
  helpers: HelperFunctions,
): string {
  const types = instruction.operands.map(typeOf);
  const type = typeOf(instruction.result);
  const { op } = instruction;
  const list =
    instruction.component === undefined ? [...operands] : [...operands, `${instruction.component}`];
  const is32 = [type, ...types].every((each) => each === 'i32' || each === 'f32');
  const isHalf =
    type === 'f16' && types.every((each) => each === 'f16' || each === 'i32') && op in doubleFunctions;
  const isDouble = [type, ...types].every((each) => each === 'f64' || each === 'i32' || each === 'bool');
  let name = `${op}_${[type, ...types].join('_')}`;
  if (is32 && op === 'bitcast') {
    name = type === 'f32' ? 'floatBits' : 'integerBits';
  } else if (is32 || WORD_OPS.has(op)) {
    name = `op_${op}`;
    helpers.set(name, pureFunctions[op]);
  } else if (isDouble && op in doubleFunctions) {
    helpers.set(name, (doubleFunctions as Record<string, PureFunction>)[op]);
  } else if (isHalf) {
    const compute = (doubleFunctions as Record<string, PureFunction>)[op];
    helpers.set(name, (a, b, c, d) => roundToHalf(compute(a, b, c, d)));
  } else {
    const { component } = instruction;
    helpers.set(name, (a, b, c, d) =>
      evaluatePure(op, type, types, [a, b, c, d].slice(0, types.length), component),
    );
  }
  // Helpers take and give numbers; bools cross as 0 and 1.
  const call = `${name}(${list.map((each, i) => (types[i] === 'bool' ? `${each} ? 1 : 0` : each)).join(', ')})`;
  return type === 'bool' ? `${call} !== 0` : call;
}
