// Pure operations as JavaScript expressions. Common ones are written out so that the JavaScript engine keeps
// them in registers; the rest call the functions of ir/evaluate.ts, which also define what each one means.
// In generated code an i32 is a signed integer, an f32 or f16 a number, a bool a JavaScript boolean.

import { evaluatePure, pureFunctions } from '../ir/evaluate.ts';
import { doubleFunctions } from '../ir/evaluate-floats.ts';
import { roundToHalf } from '../ir/half.ts';
import type { PureInstruction, PureOp, ScalarType } from '../ir/ir.ts';

type PureFunction = (a: number, b: number, c: number, d: number) => number;

/** Functions that generated code calls, by the name it calls them. */
export type HelperFunctions = Map<string, PureFunction>;

const INTEGER: Partial<Record<PureOp, (a: string, b: string) => string>> = {
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
};

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
  const from = typeOf(instruction.operands[0]!);
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
  if (from === 'i32' && (type === 'i32' || type === 'bool')) {
    if (op === 'bitcast') return a;
    return INTEGER[op]?.(a, b);
  }
  if (op in EXACT) return EXACT[op]?.(a, b);
  if (op in FLOAT) return rounded(type, FLOAT[op]!(a, b, c));
  if (op === 's2f' && from === 'i32') return rounded(type, a);
  if (op === 'u2f' && from === 'i32') return rounded(type, `${a} >>> 0`);
  if (op === 'f2f') return from === 'f16' && type === 'f32' ? a : rounded(type, a);
  return undefined;
}

function rounded(type: ScalarType, text: string): string {
  return type === 'f16' ? `toHalf(${text})` : `Math.fround(${text})`;
}

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
  let name = `${op}_${[type, ...types].join('_')}`;
  if (is32 && op === 'bitcast') {
    name = type === 'f32' ? 'floatBits' : 'integerBits';
  } else if (is32) {
    name = `op_${op}`;
    helpers.set(name, pureFunctions[op]);
  } else if (isHalf) {
    const compute = (doubleFunctions as Record<string, PureFunction>)[op]!;
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
