// Calls of the kernel's own functions, and expressions of any type.

import { boolean } from './booleans.ts';
import { float, matrix, reduced } from './floats.ts';
import { integer } from './integers.ts';
import { addressIn, canPoint, indexBelow, read } from './places.ts';
import { type Callable, type Expression, make, type State, storedBudget, type Variable } from './state.ts';
import { nameOf, sameType, type Type, U32 } from './types.ts';

/** A value of any type; floats in it keep to STORED. */
export function expression(state: State, type: Type, depth: number): Expression {
  switch (type.kind) {
    case 'matrix':
      return matrix(state, type, depth);
    case 'array':
    case 'struct':
      return composite(state, type, depth);
    default:
      if (type.scalar === 'bool') return boolean(state, type, depth);
      if (storedBudget(type)) return reduced(state, float(state, type, depth));
      return integer(state, type, depth);
  }
}

function composite(state: State, type: Type & { kind: 'array' | 'struct' }, depth: number): Expression {
  const { random } = state;
  const known = random.once(2) ? (call(state, type, depth) ?? read(state, type)) : undefined;
  if (known) return known;
  if (random.once(6)) return make(type, [`${nameOf(type)}()`], { isConst: true });
  const inner =
    type.kind === 'array'
      ? Array.from({ length: type.count }, () => type.element)
      : type.members.map((each) => each.type);
  const parts: (string | Expression)[] = [];
  for (const [index, each] of inner.entries()) {
    if (index > 0) parts.push(', ');
    parts.push(expression(state, each, Math.min(depth - 1, 1)));
  }
  const name =
    type.kind === 'array' &&
    random.once(3) &&
    !parts.every((part) => typeof part === 'string' || part.isConst)
      ? 'array'
      : nameOf(type);
  return make(type, [`${name}(`, ...parts, ')']);
}

/** A call of a function with this result; undefined when none can be called here. */
export function call(state: State, result: Type | undefined, depth: number): Expression | undefined {
  const candidates = state.functions.filter((each) => isCallable(state, each, result));
  if (candidates.length === 0) return undefined;
  return callOf(state, state.random.choose(candidates), depth);
}

export function isCallable(state: State, callee: Callable, result: Type | undefined): boolean {
  if (state.callBudget <= 0) return false;
  if (result === undefined ? callee.result !== undefined : !callee.result || !sameType(callee.result, result))
    return false;
  return callee.parameters.every(
    (each, index) =>
      each.space === undefined ||
      // Two pointers to one variable would be an error, where one of them is written through.
      targets(state, each).length > callee.parameters.slice(0, index).filter((other) => other.space).length,
  );
}

/** Variables of which a pointer parameter may be given a part. */
function targets(state: State, parameter: Callable['parameters'][number]): Variable[] {
  return state
    .visible()
    .filter((each) => each.pointer === parameter.space && canPoint(state, each.type, parameter.type));
}

export function callOf(state: State, callee: Callable, depth: number): Expression {
  state.callBudget--;
  const used = new Set<string>();
  const parts: (string | Expression)[] = [];
  for (const [index, parameter] of callee.parameters.entries()) {
    if (index > 0) parts.push(', ');
    if (parameter.space) {
      const target = state.random.choose(targets(state, parameter).filter((each) => !used.has(each.name)));
      used.add(target.name);
      // No call in an index: it could change what another argument points to.
      const budget = state.callBudget;
      state.callBudget = 0;
      parts.push(...addressIn(state, target, parameter.type));
      state.callBudget = budget;
    } else {
      parts.push(expression(state, parameter.type, Math.min(depth - 1, 2)));
    }
  }
  const type = callee.result ?? U32;
  return make(type, [`${callee.name}(`, ...parts, ')'], {
    isConst: false,
    ...(storedBudget(type) ? { budget: storedBudget(type)! } : {}),
  });
}

/** A u32 that depends on every bit of a value. */
export function digest(state: State, value: Expression): Expression {
  const { type } = value;
  if (type.kind === 'scalar') {
    if (type.scalar === 'u32') return value;
    if (type.scalar === 'i32') return make(U32, ['bitcast<u32>(', value, ')']);
    if (type.scalar === 'bool') return make(U32, ['u32(', value, ')']);
    return make(U32, ['bitcast<u32>(i32(', value, ' * 16.0))']);
  }
  if (type.kind === 'vector' && type.scalar === 'u32') {
    return make(U32, ['dot(', value, `, ${nameOf(type)}(${weights(type.size)}))`]);
  }
  if (type.kind === 'vector')
    return digest(
      state,
      make(
        { kind: 'scalar', scalar: type.scalar },
        [value, '[', indexBelow(state, type.size), ']'],
        value.budget ? { budget: value.budget } : {},
      ),
    );
  throw new Error('only numbers have a digest');
}

function weights(size: number): string {
  return ['1u', '31u', '961u', '29791u'].slice(0, size).join(', ');
}
