// Expressions of f32, f16 and vectors of them that no implementation rounds: see `Budget`. Functions whose results
// may be inexact are in approximate.ts.

import { boolean } from './booleans.ts';
import { call } from './calls.ts';
import { halfSource } from './halves.ts';
import { chosen, integer, runtime, vectorOf } from './integers.ts';
import { component, indexBelow, read } from './places.ts';
import { type Budget, type Expression, fits, make, STORED, type State, storedBudget } from './state.ts';
import {
  F32,
  type MatrixType,
  type NumericType,
  nameOf,
  type Scalar,
  scalar,
  vector,
  withScalar,
} from './types.ts';

const SMALL: Budget = { bits: 3, grain: 0 };

const budgetOf = (expression: Expression): Budget => expression.budget!;
const isHalf = (type: NumericType): boolean => type.scalar === 'f16';
const suffixOf = (type: NumericType): string => (isHalf(type) ? 'h' : 'f');
/** What factors keep to. */
const factorBudget = (type: NumericType): Budget => (isHalf(type) ? { bits: 3, grain: 1 } : STORED);
const larger = (a: Budget, b: Budget): Budget => ({
  bits: Math.max(a.bits, b.bits),
  grain: Math.max(a.grain, b.grain),
});

/** The number as a value of the type. */
function constant(type: NumericType, text: string): string {
  return type.kind === 'scalar' ? text : `${nameOf(type)}(${text})`;
}

/** The expression brought within a budget, by rounding and by clamping or scaling. */
export function reduced(state: State, expression: Expression, to?: Budget): Expression {
  return within(state, expression, to ?? storedBudget(expression.type)!);
}

function within(state: State, expression: Expression, to: Budget): Expression {
  const type = expression.type as NumericType;
  let current = expression;
  if (budgetOf(current).bits > to.bits && state.random.once(2)) {
    const shift = budgetOf(current).bits - to.bits;
    const budget = { bits: to.bits, grain: budgetOf(current).grain + shift };
    current = make(type, ['(', current, ` * ${2 ** -shift}${suffixOf(type)})`], { budget });
  }
  if (budgetOf(current).grain > to.grain) {
    const rounding = state.random.choose(['floor', 'ceil', 'trunc', 'round']);
    const inside = make(type, [`${rounding}(`, current, ')'], {
      budget: { bits: budgetOf(current).bits, grain: 0 },
    });
    current = inside;
  }
  if (budgetOf(current).bits > to.bits) {
    const limit = 2 ** to.bits;
    const parts = [`clamp(`, current, `, ${constant(type, `-${limit}.0`)}, ${constant(type, `${limit}.0`)})`];
    current = make(type, parts, { budget: { bits: to.bits, grain: budgetOf(current).grain } });
  }
  return current;
}

function literal(state: State, type: NumericType): Expression {
  const quarters = state.random.between(-40, isHalf(type) ? 100 : 400);
  const value = state.random.once(2) ? Math.trunc(quarters / 4) : quarters / 4;
  const suffix = suffixOf(type);
  const digits = Number.isInteger(value) ? `${Math.abs(value)}.0` : String(Math.abs(value));
  const text = state.random.choose([`${digits}${suffix}`, digits, `${Math.abs(value)}${suffix}`]);
  const signed = value < 0 ? `(-${text})` : text;
  const isBare = text === digits && type.kind === 'scalar';
  return make(type, [isBare ? `${nameOf(type)}(${signed})` : constant(type, signed)], {
    isConst: true,
    budget: { bits: isHalf(type) ? 5 : 7, grain: 2 },
  });
}

function leaf(state: State, type: NumericType): Expression {
  if (state.random.once(3)) return literal(state, type);
  if (isHalf(type) && state.random.once(3)) return halfSource(state, type, 1);
  return read(state, type) ?? fromInteger(state, type, 0);
}

/** Few enough bits of an integer that every one of them fits. */
function fromInteger(state: State, type: NumericType, depth: number): Expression {
  const bits = state.random.between(1, 8);
  const mask = 2 ** bits - 1;
  if (state.random.once(2)) {
    const operand = withScalar(type, 'u32');
    const value = integer(state, operand, depth);
    return make(type, [`${nameOf(type)}(`, runtime(state, value), ` & ${constant(operand, `${mask}u`)})`], {
      budget: { bits, grain: 0 },
    });
  }
  const operand = withScalar(type, 'i32');
  const value = runtime(state, integer(state, operand, depth));
  return make(type, [`${nameOf(type)}(`, value, ` % ${constant(operand, `${mask + 1}i`)})`], {
    budget: { bits, grain: 0 },
  });
}

export function float(state: State, type: NumericType, depth: number): Expression {
  if (depth <= 0) return leaf(state, type);
  const { random } = state;
  switch (random.below(12)) {
    case 0:
    case 1:
    case 2:
      return arithmetic(state, type, depth);
    case 3:
      return rounding(state, type, depth);
    case 4:
      return extremes(state, type, depth);
    case 5:
      return chosen(state, type, depth, (inner) => float(state, type, inner));
    case 6:
      return combined(state, type, depth);
    case 7:
      if (state.usesHalves && random.once(2)) return converted(state, type, depth);
      return fromInteger(state, type, depth - 1);
    case 8:
      return call(state, type, depth) ?? leaf(state, type);
    case 9:
      return structured(state, type, depth);
    case 10:
      return make(type, [`${nameOf(type)}(`, boolean(state, withScalar(type, 'bool'), depth - 1), ')'], {
        budget: { bits: 0, grain: 0 },
      });
    default:
      return type.kind === 'vector'
        ? vectorOf(state, type, (inner) => float(state, inner, depth - 1))
        : taken(state, type.scalar, depth);
  }
}

/** Halves from elsewhere, or as f32. */
function converted(state: State, type: NumericType, depth: number): Expression {
  if (isHalf(type)) return halfSource(state, type, depth);
  const inner = float(state, withScalar(type, 'f16'), depth - 1);
  return make(type, [`${nameOf(type)}(`, inner, ')'], { budget: budgetOf(inner) });
}

/** Addition and multiplication; the operands are cut down until the result fits. */
function arithmetic(state: State, type: NumericType, depth: number): Expression {
  const { random } = state;
  const operator = random.choose(['+', '-', '*', '+', '-', '*', '%']);
  const isMixed = type.kind === 'vector' && random.once(3);
  const isLeftScalar = isMixed && random.once(2);
  let left = float(state, isLeftScalar ? scalar(type.scalar) : type, depth - 1);
  let right = float(state, isMixed && !isLeftScalar ? scalar(type.scalar) : type, depth - 1);
  if (operator === '%') return remainder(state, type, reduced(state, left), reduced(state, right));
  const result = (): Budget => {
    const [a, b] = [budgetOf(left), budgetOf(right)];
    if (operator === '*') return { bits: a.bits + b.bits, grain: a.grain + b.grain };
    return { bits: larger(a, b).bits + 1, grain: larger(a, b).grain };
  };
  if (!fits(type, result())) left = reduced(state, left, factorBudget(type));
  if (!fits(type, result())) right = reduced(state, right, factorBudget(type));
  return make(type, ['(', left, ` ${operator} `, right, ')'], { budget: result() });
}

/** By something that is not zero: as it is defined, x - y * trunc(x / y), no step rounds but the quotient. */
function remainder(state: State, type: NumericType, left: Expression, right: Expression): Expression {
  const [a, b] = [budgetOf(left), budgetOf(right)];
  const divisor = state.random.once(2)
    ? ['(abs(', right, `) + 0.25${suffixOf(type)})`]
    : ['-(abs(', right, `) + 0.5${suffixOf(type)})`];
  return make(type, ['(', left, ' % ', ...divisor, ')'], {
    budget: { bits: a.bits, grain: Math.max(a.grain, b.grain, 2) },
  });
}

function rounding(state: State, type: NumericType, depth: number): Expression {
  const operand = float(state, type, depth - 1);
  const { bits, grain } = budgetOf(operand);
  const [name, budget] = state.random.choose<readonly [string, Budget]>([
    ['floor', { bits, grain: 0 }],
    ['ceil', { bits, grain: 0 }],
    ['trunc', { bits, grain: 0 }],
    ['round', { bits, grain: 0 }],
    ['fract', { bits: 0, grain }],
    ['abs', { bits, grain }],
    ['-', { bits, grain }],
    ['sign', { bits: 0, grain: 0 }],
    ['saturate', { bits: 0, grain }],
    ['modf', { bits: 0, grain }],
    ['modf whole', { bits, grain: 0 }],
    ['frexp', { bits: 0, grain: bits + grain }],
    ['quantizeToF16', { bits, grain }],
  ]);
  if (name === '-') return make(type, ['(-', operand, ')'], { budget });
  if (name === 'modf') return make(type, ['modf(', operand, ').fract'], { budget });
  if (name === 'modf whole') return make(type, ['modf(', operand, ').whole'], { budget });
  if (name === 'frexp') return make(type, ['frexp(', operand, ').fract'], { budget });
  if (name === 'quantizeToF16' && (isHalf(type) || bits + grain > 10)) return operand;
  return make(type, [`${name}(`, operand, ')'], { budget });
}

function extremes(state: State, type: NumericType, depth: number): Expression {
  const { random } = state;
  const [a, b] = [float(state, type, depth - 1), float(state, type, depth - 1)];
  if (random.once(4)) return make(type, ['step(', a, ', ', b, ')'], { budget: { bits: 0, grain: 0 } });
  if (random.once(3)) {
    const [low, high] = [random.between(-20, 0), random.between(0, 20)].map((each) =>
      constant(type, `${each}.0${suffixOf(type)}`),
    );
    const parts = ['clamp(', a, `, ${low}, ${high})`];
    return make(type, parts, { budget: larger(budgetOf(a), { bits: 5, grain: 0 }) });
  }
  return make(type, [random.once(2) ? 'min(' : 'max(', a, ', ', b, ')'], {
    budget: larger(budgetOf(a), budgetOf(b)),
  });
}

function combined(state: State, type: NumericType, depth: number): Expression {
  const { random } = state;
  const factor = factorBudget(type);
  const operand = () => reduced(state, float(state, type, depth - 1), factor);
  switch (random.below(3)) {
    case 0:
      return make(type, ['fma(', operand(), ', ', operand(), ', ', operand(), ')'], {
        budget: { bits: 2 * factor.bits + 1, grain: 2 * factor.grain },
      });
    case 1: {
      const isSplat = random.once(2);
      const at = random.choose(['0.0', '0.25', '0.5', '0.75', '1.0']);
      const weight = isSplat ? `${at}${suffixOf(type)}` : constant(type, at);
      return make(type, ['mix(', operand(), ', ', operand(), `, ${weight})`], {
        budget: { bits: factor.bits + 1, grain: factor.grain + 2 },
      });
    }
    default: {
      const exponent = random.between(-4, 4);
      const by = constant(withScalar(type, 'i32'), `${exponent}i`);
      const budget = {
        bits: factor.bits + Math.max(exponent, 0),
        grain: factor.grain + Math.max(-exponent, 0),
      };
      return make(type, ['ldexp(', operand(), `, ${by})`], { budget });
    }
  }
}

/** A matrix whose values keep to STORED. */
export function matrix(state: State, type: MatrixType, depth: number): Expression {
  const { random } = state;
  const known = random.once(2) ? read(state, type) : undefined;
  if (known) return known;
  if (random.once(8)) return make(type, [`${nameOf(type)}()`], { isConst: true });
  if (depth > 0 && random.once(3)) {
    return make(type, [
      'transpose(',
      matrix(state, { ...type, columns: type.rows, rows: type.columns }, depth - 1),
      ')',
    ]);
  }
  const isByColumn = random.once(2);
  const part = isByColumn ? vector(type.rows, 'f32') : F32;
  const parts: (string | Expression)[] = [];
  for (let i = 0; i < type.columns * (isByColumn ? 1 : type.rows); i++) {
    if (i > 0) parts.push(', ');
    parts.push(reduced(state, float(state, part, isByColumn ? depth - 1 : 0)));
  }
  return make(type, [`${nameOf(type)}(`, ...parts, ')']);
}

/** Vectors and scalars out of linear algebra. */
function structured(state: State, type: NumericType, depth: number): Expression {
  const { random } = state;
  if (isHalf(type)) return arithmetic(state, type, depth);
  if (type.kind === 'scalar') return random.once(2) ? determinant(state) : taken(state, 'f32', depth);
  const size = type.size;
  const other = random.between(2, 4);
  const small = (of: NumericType) => reduced(state, float(state, of, depth - 1), SMALL);
  const shape = (columns: number, rows: number): MatrixType => ({ kind: 'matrix', columns, rows });
  switch (random.below(size === 3 ? 7 : 6)) {
    case 0: {
      const parts = [
        '(',
        matrix(state, shape(other, size), depth - 1),
        ' * ',
        small(vector(other, 'f32')),
        ')',
      ];
      return make(type, parts, { budget: { bits: 13, grain: 2 } });
    }
    case 1: {
      const parts = [
        '(',
        small(vector(other, 'f32')),
        ' * ',
        matrix(state, shape(size, other), depth - 1),
        ')',
      ];
      return make(type, parts, { budget: { bits: 13, grain: 2 } });
    }
    case 2: {
      const [a, b] = [
        matrix(state, shape(other, size), depth - 1),
        matrix(state, shape(2, other), depth - 1),
      ];
      const parts = ['(', a, ' * ', b, ')[', indexBelow(state, 2), ']'];
      return make(type, parts, { budget: { bits: 18, grain: 4 } });
    }
    case 3: {
      const [a, b] = [
        matrix(state, shape(other, size), depth - 1),
        matrix(state, shape(other, size), depth - 1),
      ];
      const parts = ['(', a, random.once(2) ? ' + ' : ' - ', b, ')[', indexBelow(state, other), ']'];
      return make(type, parts, { budget: { bits: 9, grain: 2 } });
    }
    case 4: {
      const parts = [
        '(',
        matrix(state, shape(other, size), depth - 1),
        ' * ',
        small(F32),
        ')[',
        indexBelow(state, other),
        ']',
      ];
      return make(type, parts, { budget: { bits: 11, grain: 2 } });
    }
    case 5: {
      const [a, b, c] = [small(type), small(type), small(type)];
      if (random.once(2)) return make(type, ['faceForward(', a, ', ', b, ', ', c, ')'], { budget: SMALL });
      return make(type, ['reflect(', a, ', ', b, ')'], { budget: { bits: 14, grain: 0 } });
    }
    default: {
      const [a, b] = [
        reduced(state, float(state, type, depth - 1)),
        reduced(state, float(state, type, depth - 1)),
      ];
      return make(type, ['cross(', a, ', ', b, ')'], { budget: { bits: 17, grain: 4 } });
    }
  }
}

/** Of a matrix with entries from 0 to 3: products of four and sums of 24 stay exact. */
function determinant(state: State): Expression {
  const size = state.random.between(2, 4);
  const parts: (string | Expression)[] = [];
  for (let i = 0; i < size; i++) {
    if (i > 0) parts.push(', ');
    const column = vector(size, 'u32');
    parts.push(`vec${size}f(`, runtime(state, integer(state, column, 0)), ` & ${constant(column, '3u')})`);
  }
  return make(F32, [`determinant(mat${size}x${size}f(`, ...parts, '))'], {
    budget: { bits: 11, grain: 0 },
    isConst: false,
  });
}

/** A scalar out of vectors. */
function taken(state: State, name: Scalar, depth: number): Expression {
  const { random } = state;
  const size = random.between(2, 4);
  const [type, whole] = [scalar(name), vector(size, name)];
  switch (random.below(4)) {
    case 0: {
      const { bits, grain } = factorBudget(type);
      const operand = () => reduced(state, float(state, whole, depth - 1), { bits, grain });
      return make(type, ['dot(', operand(), ', ', operand(), ')'], {
        budget: { bits: 2 * bits + 2, grain: 2 * grain },
      });
    }
    case 1: {
      const operand = float(state, whole, depth - 1);
      return make(type, [operand, '[', indexBelow(state, size), ']'], { budget: budgetOf(operand) });
    }
    case 2: {
      const exponent = reduced(state, float(state, type, depth - 1));
      return make(type, [`${name}(frexp(`, exponent, ').exp)'], { budget: { bits: 5, grain: 0 } });
    }
    default: {
      const operand = float(state, whole, depth - 1);
      return make(type, [operand, component(state, size)], { budget: budgetOf(operand) });
    }
  }
}
