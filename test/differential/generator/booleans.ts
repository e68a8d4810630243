// Expressions of truth values and vectors of them.

import { call } from './calls.ts';
import { float } from './floats.ts';
import { chosen, integer, loose, runtime, vectorOf } from './integers.ts';
import { read } from './places.ts';
import { type Expression, make, type State } from './state.ts';
import { BOOL, type NumericType, nameOf, scalar, vector, withScalar } from './types.ts';

const ORDER = ['<', '<=', '>', '>=', '==', '!='];

export function boolean(state: State, type: NumericType, depth: number): Expression {
  const { random } = state;
  if (depth <= 0) {
    if (random.once(2)) return read(state, type) ?? comparison(state, type, 1);
    return comparison(state, type, 1);
  }
  switch (random.below(9)) {
    case 0:
    case 1:
    case 2:
      return comparison(state, type, depth);
    case 3:
      if (type.kind === 'scalar') return pair(state, type, depth, random.choose(['&&', '||']));
      return vectorOf(state, type, (inner) => boolean(state, inner, depth - 1));
    case 4:
      return pair(state, type, depth, random.choose(['&', '|', '==', '!=']));
    case 5:
      return make(type, ['(!', boolean(state, type, depth - 1), ')']);
    case 6:
      return chosen(state, type, depth, (inner) => boolean(state, type, inner));
    case 7: {
      const other = withScalar(type, random.choose(['i32', 'u32']));
      return make(type, [`${nameOf(type)}(`, integer(state, other, depth - 1), ')']);
    }
    default:
      return call(state, type, depth) ?? quantified(state, type, depth);
  }
}

function pair(state: State, type: NumericType, depth: number, operator: string): Expression {
  const [left, right] = [boolean(state, type, depth - 1), boolean(state, type, depth - 1)];
  // Tint evaluates `false && x` beforehand whatever x is.
  const isConst = left.isConst && (right.isConst || operator === '&&' || operator === '||');
  return make(type, ['(', left, ` ${operator} `, right, ')'], { isConst });
}

function comparison(state: State, type: NumericType, depth: number): Expression {
  const operator = state.random.choose(ORDER);
  if (state.random.once(4)) {
    const operand = withScalar(type, state.usesHalves && state.random.once(2) ? 'f16' : 'f32');
    return make(type, [
      '(',
      float(state, operand, depth - 1),
      ` ${operator} `,
      float(state, operand, depth - 1),
      ')',
    ]);
  }
  const operand = withScalar(type, state.random.choose(['i32', 'u32']));
  const left = runtime(state, integer(state, operand, depth - 1));
  return make(type, ['(', left, ` ${operator} `, loose(state, integer(state, operand, depth - 1)), ')']);
}

function quantified(state: State, type: NumericType, depth: number): Expression {
  if (type.kind === 'vector')
    return make(type, [`${nameOf(type)}(`, boolean(state, scalar('bool'), depth - 1), ')']);
  const operand = vector(state.random.between(2, 4), 'bool');
  return make(BOOL, [state.random.once(2) ? 'all(' : 'any(', boolean(state, operand, depth - 1), ')']);
}
