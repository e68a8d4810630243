// Expressions of integers and vectors of them. Everything here is defined for every operand: wrap-around,
// division by zero, -2^31 / -1 and shifts by any amount included (WGSL section 8.7), as long as Tint cannot
// evaluate it beforehand, where overflow and division by zero are errors.

import { print } from '../tree.ts';
import { boolean } from './booleans.ts';
import { call } from './calls.ts';
import { float, reduced } from './floats.ts';
import { bitsOfHalves } from './halves.ts';
import { component, indexBelow, read } from './places.ts';
import { type Expression, make, type State } from './state.ts';
import {
  BOOL,
  F32,
  I32,
  type NumericType,
  nameOf,
  scalar,
  type Type,
  U32,
  vector,
  withScalar,
} from './types.ts';

const EDGES = [
  0, 1, 2, 3, 5, 7, 8, 16, 31, 32, 100, 255, 0xffff, 0x10001, 0x7fffffff, 0x80000000, 0xffffffff,
];
const ONE_OPERAND = [
  'abs',
  'countLeadingZeros',
  'countOneBits',
  'countTrailingZeros',
  'firstLeadingBit',
  'firstTrailingBit',
  'reverseBits',
];

export function integerLiteral(state: State, type: NumericType): Expression {
  const { random } = state;
  if (type.kind === 'vector') {
    if (random.once(6)) return make(type, [`${nameOf(type)}()`], { isConst: true });
    return make(type, [`${nameOf(type)}(`, integerLiteral(state, scalar(type.scalar)), ')']);
  }
  const value = random.once(2) ? random.below(20) : random.choose(EDGES);
  if (type.scalar === 'u32') {
    const text = random.once(5) ? `0x${value.toString(16)}` : String(value);
    return make(type, [`${text}u`], { isConst: true, abstractText: text });
  }
  const signed = random.once(4) ? -(value | 0) | 0 : value | 0;
  if (signed === -2147483648) return make(type, ['i32(-2147483648)'], { isConst: true });
  const text = signed < 0 ? `(${signed})` : String(signed);
  const suffixed = signed < 0 ? `(${signed}i)` : `${signed}i`;
  return make(type, [suffixed], { isConst: true, abstractText: text });
}

/** Something that Tint does not know beforehand. */
function runtimeLeaf(state: State, type: NumericType): Expression {
  const name = state.isUniform ? 'params.seed' : state.random.once(2) ? 'thread' : 'inputs[thread % 61u]';
  return make(
    type,
    [type.kind === 'scalar' && type.scalar === 'u32' ? name : `${nameOf(type)}(${cast(type, name)})`],
    {
      isConst: false,
    },
  );
}

function cast(type: NumericType, name: string): string {
  return type.kind === 'vector' && type.scalar === 'i32' ? `i32(${name})` : name;
}

/** The expression, or another one where it is constant. */
export function runtime(state: State, expression: Expression): Expression {
  return expression.isConst ? runtimeLeaf(state, expression.type as NumericType) : expression;
}

function leaf(state: State, type: NumericType): Expression {
  const { random } = state;
  if (random.once(4)) return integerLiteral(state, type);
  if (type.kind === 'scalar' && type.scalar === 'u32' && random.once(5)) {
    const place = state.isUniform ? `${random.below(64)}u` : `(thread + ${random.below(40)}u) % 64u`;
    return make(type, [`inputs[${place}]`], { isConst: false });
  }
  return read(state, type) ?? runtimeLeaf(state, type);
}

/** The literal without its suffix, sometimes. */
export function loose(state: State, expression: Expression): Expression {
  const { abstractText } = expression;
  if (abstractText === undefined || state.random.once(2)) return expression;
  return { ...expression, tree: { ...expression.tree, parts: [abstractText] } };
}

export function integer(state: State, type: NumericType, depth: number): Expression {
  if (depth <= 0) return leaf(state, type);
  const { random } = state;
  switch (random.below(13)) {
    case 0:
    case 1:
    case 2:
      return arithmetic(state, type, depth);
    case 3:
      return bitwise(state, type, depth);
    case 4:
      return shift(state, type, depth);
    case 5:
      return chosen(state, type, depth, (inner) => integer(state, type, inner));
    case 6:
      return extremes(state, type, depth);
    case 7:
      return oneOperand(state, type, depth);
    case 8:
      return bitField(state, type, depth);
    case 9:
    case 10:
      return converted(state, type, depth);
    case 11:
      return call(state, type, depth) ?? leaf(state, type);
    default:
      return type.kind === 'vector' ? assembled(state, type, depth) : taken(state, type, depth);
  }
}

function arithmetic(state: State, type: NumericType, depth: number): Expression {
  const { random } = state;
  const operator = random.choose(['+', '-', '*', '/', '%']);
  const inner = scalar(type.scalar);
  const isMixed = type.kind === 'vector' && random.once(3);
  const isLeftScalar = isMixed && random.once(2);
  const left = runtime(state, integer(state, isLeftScalar ? inner : type, depth - 1));
  let right = integer(state, isMixed && !isLeftScalar ? inner : type, depth - 1);
  const isDivision = operator === '/' || operator === '%';
  if (isDivision && right.isConst) {
    right = random.once(2) ? runtime(state, right) : nonzeroLiteral(state, right.type as NumericType);
  }
  if (isDivision && type.kind === 'vector') right = divisor(right);
  return make(type, ['(', left, ` ${operator} `, loose(state, right), ')']);
}

/**
 * A vector's divisor to which a zero is added that no compiler knows: SwiftShader errs on quotients of vectors whose
 * divisor it knows to be zero (differential.test.ts has the case).
 */
export function divisor(right: Expression): Expression {
  const type = right.type as NumericType;
  const zero = type.scalar === 'i32' ? 'i32(nothing)' : 'nothing';
  const text = type.kind === 'scalar' ? zero : `${nameOf(type)}(${zero})`;
  return make(type, ['(', right, ` + ${text})`], { isConst: false });
}

function nonzeroLiteral(state: State, type: NumericType): Expression {
  const value = state.random.choose([1, 2, 3, 4, 7, 10, 16, 1000]);
  const text = type.scalar === 'u32' ? `${value}u` : `${value}i`;
  return make(type, [type.kind === 'scalar' ? text : `${nameOf(type)}(${text})`], { isConst: true });
}

function bitwise(state: State, type: NumericType, depth: number): Expression {
  const operator = state.random.choose(['&', '|', '^']);
  if (state.random.once(5)) return make(type, ['(~', integer(state, type, depth - 1), ')']);
  return make(type, [
    '(',
    integer(state, type, depth - 1),
    ` ${operator} `,
    integer(state, type, depth - 1),
    ')',
  ]);
}

/** An amount below the width where it is constant, any amount otherwise. */
export function shiftAmount(state: State, type: NumericType, depth: number): Expression {
  const amount = withScalar(type, 'u32');
  if (state.random.once(2)) {
    const text = `${state.random.below(32)}u`;
    return make(amount, [amount.kind === 'scalar' ? text : `${nameOf(amount)}(${text})`], { isConst: true });
  }
  return runtime(state, integer(state, amount, depth - 1));
}

function shift(state: State, type: NumericType, depth: number): Expression {
  const left = runtime(state, integer(state, type, depth - 1));
  return make(type, [
    '(',
    left,
    state.random.once(2) ? ' << ' : ' >> ',
    shiftAmount(state, type, depth),
    ')',
  ]);
}

/** `select` of any numeric type. */
export function chosen(
  state: State,
  type: NumericType,
  depth: number,
  operand: (depth: number) => Expression,
): Expression {
  const isByComponent = type.kind === 'vector' && state.random.once(2);
  const condition = boolean(state, isByComponent ? withScalar(type, 'bool') : BOOL, depth - 1);
  const [no, yes] = [operand(depth - 1), operand(depth - 1)];
  const budget =
    no.budget && yes.budget
      ? {
          bits: Math.max(no.budget.bits, yes.budget.bits),
          grain: Math.max(no.budget.grain, yes.budget.grain),
        }
      : undefined;
  return make(type, ['select(', no, ', ', yes, ', ', condition, ')'], budget ? { budget } : {});
}

function extremes(state: State, type: NumericType, depth: number): Expression {
  const [a, b] = [integer(state, type, depth - 1), integer(state, type, depth - 1)];
  // SwiftShader errs on what follows min(v, v) of a vector: select(d, vec3i(1), d == vec3i()) gives 0 for a d of 0.
  if (print(a.tree) === print(b.tree)) return a;
  if (state.random.once(3)) {
    // Constant bounds in the wrong order are an error.
    return make(type, ['clamp(', a, ', ', runtime(state, b), ', ', integer(state, type, 0), ')']);
  }
  return make(type, [state.random.once(2) ? 'min(' : 'max(', runtime(state, a), ', ', loose(state, b), ')']);
}

function oneOperand(state: State, type: NumericType, depth: number): Expression {
  const operand = runtime(state, integer(state, type, depth - 1));
  if (type.scalar === 'i32' && state.random.once(3)) {
    return make(type, state.random.once(2) ? ['(-', operand, ')'] : ['sign(', operand, ')']);
  }
  return make(type, [`${state.random.choose(ONE_OPERAND)}(`, operand, ')']);
}

function bitField(state: State, type: NumericType, depth: number): Expression {
  const { random } = state;
  const offset = random.below(33);
  const isConst = random.once(2);
  const place = isConst
    ? [`${offset}u, ${random.below(33 - offset)}u`]
    : [runtime(state, integer(state, U32, depth - 1)), ', ', runtime(state, integer(state, U32, 0))];
  const value = runtime(state, integer(state, type, depth - 1));
  if (random.once(2)) return make(type, ['extractBits(', value, ', ', ...place, ')'], { isConst: false });
  return make(type, ['insertBits(', value, ', ', integer(state, type, depth - 1), ', ', ...place, ')'], {
    isConst: false,
  });
}

function converted(state: State, type: NumericType, depth: number): Expression {
  const { random } = state;
  const other = withScalar(type, type.scalar === 'u32' ? 'i32' : 'u32');
  switch (random.below(5)) {
    case 0:
      return make(type, [`bitcast<${nameOf(type)}>(`, runtime(state, integer(state, other, depth - 1)), ')']);
    case 1:
      return make(type, [`${nameOf(type)}(`, boolean(state, withScalar(type, 'bool'), depth - 1), ')']);
    case 2: {
      // Saturates: a negative float is 0 as u32.
      const from = state.usesHalves && random.once(2) ? 'f16' : 'f32';
      return make(type, [`${nameOf(type)}(`, float(state, withScalar(type, from), depth - 1), ')']);
    }
    case 3: {
      // The sign of a zero is not dependable, so the bits of positive numbers only.
      const operand = float(state, withScalar(type, 'f32'), depth - 1);
      return make(type, [`bitcast<${nameOf(type)}>(abs(`, operand, ') + 1.0)']);
    }
    default:
      return make(type, [`${nameOf(type)}(`, runtime(state, integer(state, other, depth - 1)), ')']);
  }
}

/** A vector from parts. */
function assembled(state: State, type: Type & { kind: 'vector' }, depth: number): Expression {
  if (type.size === 4 && state.random.once(4)) {
    const name = type.scalar === 'i32' ? 'unpack4xI8' : 'unpack4xU8';
    return make(type, [`${name}(`, runtime(state, integer(state, U32, depth - 1)), ')']);
  }
  return vectorOf(state, type, (inner) => integer(state, inner, depth - 1));
}

/** A vector constructed from parts of any size that fill it, or a swizzle. */
export function vectorOf(
  state: State,
  type: Type & { kind: 'vector' },
  part: (type: NumericType) => Expression,
): Expression {
  const { random } = state;
  const parts: (string | Expression)[] = [];
  if (random.once(3)) {
    const size = random.between(2, 4);
    let swizzle = '';
    const letters = random.choose(['xyzw', 'rgba']);
    for (let i = 0; i < type.size; i++) swizzle += letters[random.below(size)];
    const from = part(vector(size, type.scalar));
    return make(type, [from, `.${swizzle}`], from.budget ? { budget: from.budget } : {});
  }
  if (random.once(4)) parts.push(part(scalar(type.scalar)));
  else {
    for (let filled = 0; filled < type.size; ) {
      const size = Math.min(random.between(1, 3), type.size - filled);
      if (parts.length > 0) parts.push(', ');
      parts.push(part(size === 1 ? scalar(type.scalar) : vector(size, type.scalar)));
      filled += size;
    }
  }
  const budgets = parts.flatMap((each) => (typeof each === 'string' || !each.budget ? [] : [each.budget]));
  const name =
    random.once(3) && type.scalar !== 'bool' && type.scalar !== 'f16'
      ? `vec${type.size}${type.scalar[0]}`
      : nameOf(type);
  return make(type, [`${name}(`, ...parts, ')'], {
    ...(budgets.length > 0
      ? {
          budget: {
            bits: Math.max(...budgets.map((each) => each.bits)),
            grain: Math.max(...budgets.map((each) => each.grain)),
          },
        }
      : {}),
  });
}

/** A scalar out of vectors. */
function taken(state: State, type: NumericType, depth: number): Expression {
  const { random } = state;
  const size = random.between(2, 4);
  const operand = (of: NumericType) => runtime(state, integer(state, of, depth - 1));
  const whole = vector(size, type.scalar);
  if (type.scalar === 'u32' && state.usesHalves && random.once(4)) return bitsOfHalves(state, depth);
  switch (random.below(type.scalar === 'u32' ? 9 : 4)) {
    case 0:
      return make(type, ['dot(', operand(whole), ', ', operand(whole), ')']);
    case 1:
      return make(type, [operand(whole), component(state, size)]);
    case 2:
      return make(type, [operand(whole), '[', indexBelow(state, size), ']']);
    case 3: {
      const name = type.scalar === 'i32' ? 'dot4I8Packed' : 'dot4U8Packed';
      return make(type, [`${name}(`, operand(U32), ', ', operand(U32), ')']);
    }
    case 4:
      return make(type, [random.choose(['pack4xI8(', 'pack4xI8Clamp(']), operand(vector(4, 'i32')), ')']);
    case 5:
      return make(type, [random.choose(['pack4xU8(', 'pack4xU8Clamp(']), operand(vector(4, 'u32')), ')']);
    case 6:
      return make(type, [random.choose(['arrayLength(&inputs)', 'arrayLength(&table.items)'])], {
        isConst: false,
      });
    case 7: {
      const pair = reduced(state, float(state, vector(2, 'f32'), depth - 1), { bits: 5, grain: 2 });
      return make(type, ['pack2x16float(abs(', pair, ') + 1.0)']);
    }
    default: {
      // Halfway cases round either way, so only values that are far from them.
      const four = random.once(2);
      const values = `vec${four ? 4 : 2}f`;
      const name = random.choose(
        four ? ['pack4x8snorm', 'pack4x8unorm'] : ['pack2x16snorm', 'pack2x16unorm'],
      );
      const condition = boolean(state, vector(four ? 4 : 2, 'bool'), depth - 1);
      const [a, b] = [random.choose(['0.25', '1.0', '0.75']), random.choose(['0.0', '1.0', '0.25', '-1.0'])];
      return make(type, [`${name}(select(${values}(${a}), ${values}(${b}), `, condition, '))']);
    }
  }
}

export const INTEGERS: readonly NumericType[] = [I32, U32];
export const SCALARS: readonly NumericType[] = [I32, U32, F32, BOOL];
