// Numbers known while compiling: literals, exact arithmetic on abstract values (WGSL specification, sections
// "Literals" and "Abstract Numeric Types"), and how abstract values become concrete ones.

import { roundToHalf } from '../../ir/half.ts';
import type { ValueId } from '../../ir/ir.ts';
import { type BinaryOperator, isComparison } from './arithmetic.ts';
import { leafScalar, scalarCount, scalarType, withScalar } from './layout.ts';
import type { Lowering } from './lowering.ts';
import { irType, type WgslScalar, type WgslType } from './types.ts';
import { type Abstract, type Concrete, concrete, type Value } from './values.ts';

export function abstractScalar(number: number | bigint): Abstract {
  const isFloat = typeof number === 'number';
  return { kind: 'abstract', type: scalarType(isFloat ? 'f32' : 'i32'), isFloat, numbers: [number] };
}

/** A composite of abstract scalars; one float among them makes all of them floats. */
export function abstractComposite(shape: WgslType, numbers: readonly (number | bigint)[]): Abstract {
  const isFloat = shape.kind === 'matrix' || numbers.some((number) => typeof number === 'number');
  return {
    kind: 'abstract',
    type: withScalar(shape, isFloat ? 'f32' : 'i32'),
    isFloat,
    numbers: isFloat ? numbers.map(Number) : numbers,
  };
}

/** A literal as the source spells it. */
export function lowerLiteral(lowering: Lowering, text: string): Value {
  if (text === 'true' || text === 'false') return scalarConstant(lowering, 'bool', text === 'true' ? 1 : 0);
  const isHex = /^0[xX]/.test(text);
  const suffix = text.at(-1)!;
  if (suffix === 'i' || suffix === 'u') {
    return scalarConstant(lowering, suffix === 'i' ? 'i32' : 'u32', BigInt(text.slice(0, -1)));
  }
  if (isHex) return lowerHex(lowering, text);
  if (suffix === 'f' || suffix === 'h') {
    return scalarConstant(lowering, suffix === 'f' ? 'f32' : 'f16', Number.parseFloat(text));
  }
  return abstractScalar(/[.eE]/.test(text) ? Number.parseFloat(text) : BigInt(text));
}

function lowerHex(lowering: Lowering, text: string): Value {
  if (!/[pP.]/.test(text)) return abstractScalar(BigInt(text));
  const match = /^0x([0-9a-f]*)\.?([0-9a-f]*)(?:p([+-]?\d+)([fh])?)?$/i.exec(text);
  const [, whole = '', fraction = '', exponent = '0', suffix] = match ?? [];
  const digits = BigInt('0x0' + whole + fraction);
  const number = Number(digits) * 2 ** (Number(exponent) - 4 * fraction.length);
  if (suffix === undefined) return abstractScalar(number);
  return scalarConstant(lowering, suffix === 'f' ? 'f32' : 'f16', number);
}

/** A constant of a concrete scalar type, converted as WGSL's automatic conversions do. */
function scalarConstant(lowering: Lowering, scalar: WgslScalar, number: number | bigint): Concrete {
  return concrete(scalarType(scalar), [constantId(lowering, scalar, number)]);
}

export function constantId(lowering: Lowering, scalar: WgslScalar, number: number | bigint): ValueId {
  switch (scalar) {
    case 'i32':
    case 'u32':
      return lowering.constant('i32', wrapInteger(scalar, number));
    case 'f16':
      return lowering.builder.constant('f16', roundToHalf(Number(number)));
    default:
      return lowering.builder.constant(irType(scalar), Number(number));
  }
}

/** Explicit conversion of a float truncates and keeps to the range of the type. */
function wrapInteger(scalar: 'i32' | 'u32', number: number | bigint): number {
  if (typeof number === 'bigint') return Number(BigInt.asIntN(32, number));
  const low = scalar === 'i32' ? -0x80000000 : 0;
  const high = scalar === 'i32' ? 0x7fffffff : 0xffffffff;
  return Math.min(high, Math.max(low, Math.trunc(number))) | 0;
}

/** The value with all its scalars of type `scalar` (by default `i32` or `f32`). */
export function materialize(lowering: Lowering, value: Abstract, scalar?: WgslScalar): Concrete {
  const target = scalar ?? leafScalar(value.type)!;
  const scalars = value.numbers.map((number) => constantId(lowering, target, number));
  return concrete(withScalar(value.type, target), scalars);
}

/** A constant of the type with every scalar zero. */
export function zeroValue(lowering: Lowering, type: WgslType): Concrete {
  if (type.kind === 'struct') {
    return concrete(
      type,
      type.members.flatMap((member) => zeroValue(lowering, member.type).scalars),
    );
  }
  if (type.kind === 'array') {
    const element = zeroValue(lowering, type.element).scalars;
    return concrete(type, Array.from({ length: type.count ?? 0 }, () => element).flat());
  }
  const zero = constantId(lowering, type.scalar, 0);
  return concrete(type, Array<ValueId>(scalarCount(type)).fill(zero));
}

/** The integer or float that a value is, when it is a constant scalar; `u32` values come out unsigned. */
export function numberOf(lowering: Lowering, value: Value): number | undefined {
  if (value.kind === 'pointer' || value.kind === 'handle' || value.type.kind !== 'scalar') return undefined;
  if (value.kind === 'abstract') return Number(value.numbers[0]);
  const constant = lowering.builder.constantOf(value.scalars[0]);
  if (constant === undefined) return undefined;
  return value.type.scalar === 'u32' ? constant >>> 0 : constant;
}

/**
 * An operator on two abstract values. Undefined where it has no abstract form (linear algebra) or the result
 * does not exist (division by zero, results out of range).
 */
export function foldAbstract(
  lowering: Lowering,
  operator: BinaryOperator,
  left: Abstract,
  right: Abstract,
): Value | undefined {
  if (left.type.kind === 'matrix' || right.type.kind === 'matrix') return undefined;
  const count = Math.max(left.numbers.length, right.numbers.length);
  const shape = left.type.kind === 'scalar' ? right.type : left.type;
  const isFloat = left.isFloat || right.isFloat;
  const at = (value: Abstract, i: number): number | bigint => {
    const number = value.numbers.length === 1 ? value.numbers[0] : value.numbers[i];
    return isFloat ? Number(number) : number;
  };
  if (isComparison(operator)) {
    const scalars = Array.from({ length: count }, (_, i) =>
      lowering.constant('bool', COMPARE[operator](at(left, i), at(right, i)) ? 1 : 0),
    );
    return concrete(withScalar(shape, 'bool'), scalars);
  }
  const numbers: (number | bigint)[] = [];
  for (let i = 0; i < count; i++) {
    const number = isFloat
      ? OF_FLOATS[operator]?.(at(left, i) as number, at(right, i) as number)
      : integerResult(operator, at(left, i) as bigint, at(right, i) as bigint);
    if (number === undefined) return undefined;
    numbers.push(number);
  }
  return abstractComposite(shape, numbers);
}

type Operation<T, R> = (a: T, b: T) => R;

const COMPARE: Readonly<Record<string, Operation<number | bigint, boolean>>> = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

const OF_FLOATS: Readonly<Record<string, Operation<number, number | undefined>>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => (b === 0 ? undefined : a / b),
  '%': (a, b) => (b === 0 ? undefined : a % b),
};

const OF_INTEGERS: Readonly<Record<string, Operation<bigint, bigint | undefined>>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => (b === 0n ? undefined : a / b),
  '%': (a, b) => (b === 0n ? undefined : a % b),
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '<<': (a, b) => (b >= 0n && b < 64n ? a << b : undefined),
  '>>': (a, b) => (b >= 0n && b < 64n ? a >> b : undefined),
};

function integerResult(operator: BinaryOperator, a: bigint, b: bigint): bigint | undefined {
  const result = OF_INTEGERS[operator]?.(a, b);
  return result !== undefined && BigInt.asIntN(64, result) === result ? result : undefined;
}
