// Statements that may stand anywhere: declarations, assignments, control flow. Loops have a fixed number of
// iterations or use up the invocation's fuel. What needs uniform control flow is in phases.ts.

import { block, statement, type Tree } from '../tree.ts';
import { approximate, type Tolerance } from './approximate.ts';
import { atomicStatement } from './atomics.ts';
import { boolean } from './booleans.ts';
import { call, callOf, digest, expression, isCallable } from './calls.ts';
import { float, reduced } from './floats.ts';
import { halfOutput } from './halves.ts';
import { divisor, integer, loose, runtime, shiftAmount } from './integers.ts';
import { assignable } from './places.ts';
import { type Expression, type State, storedBudget } from './state.ts';
import {
  BOOL,
  F16,
  F32,
  I32,
  type NumericType,
  nameOf,
  type Scalar,
  type Type,
  U32,
  vector,
} from './types.ts';

export interface Surroundings {
  readonly depth: number;
  readonly isInLoop: boolean;
  /** `break` here leaves a switch or a loop. */
  readonly canBreak: boolean;
  /** How the function ends early: with a value of this type, without one, or not at all here. */
  readonly result: Type | 'nothing' | 'never';
  /** Tolerances of the slots for approximate values, to which statements add theirs. */
  readonly slots: Tolerance[];
}

export const WORDS_PER_THREAD = 8;
const MOST_SLOTS = 12;

export function statements(state: State, count: number, around: Surroundings): Tree[] {
  const made: Tree[] = [];
  for (let i = 0; i < count; i++) made.push(anyStatement(state, around));
  return made;
}

/** A block of up to `count` statements, in a scope of its own. */
export function body(state: State, count: number, around: Surroundings): Tree {
  const inner = { ...around, depth: around.depth - 1 };
  return block(state.inFrame(() => statements(state, state.random.between(1, count), inner)));
}

function anyStatement(state: State, around: Surroundings): Tree {
  const { random } = state;
  const isTight = state.room-- <= 0;
  const depth = isTight ? 1 : random.choose([1, 1, 2, 2, 3]);
  switch (random.below(around.depth > 0 && !isTight ? 22 : 14)) {
    case 0:
    case 1:
    case 2:
      return declaration(state, depth);
    case 3:
    case 4:
    case 5:
    case 6:
      return assignment(state, depth);
    case 7:
      return compound(state, depth);
    case 8:
    case 9:
      return statement('note(', digest(state, numeric(state, depth)).tree, ');');
    case 10:
      return output(state, depth);
    case 11:
      return inexact(state, around);
    case 12:
      return atomicStatement(state, depth);
    case 13:
      return callStatement(state, depth);
    case 14:
    case 15:
      return branch(state, around);
    case 16:
      return selection(state, around);
    case 17:
    case 18:
      return countedLoop(state, around);
    case 19:
      return fuelledLoop(state, around);
    case 20:
      return leave(state, around);
    default:
      return random.once(2) ? statement(body(state, 3, around)) : leave(state, around);
  }
}

export function randomType(state: State, depth = 2): Type {
  const { random } = state;
  const kind = random.below(depth > 0 ? 12 : 8);
  if (state.usesHalves && random.once(4)) return random.once(2) ? F16 : vector(random.between(2, 4), 'f16');
  if (kind < 5) return random.choose<Type>([I32, U32, F32, U32, BOOL]);
  if (kind < 8) return vector(random.between(2, 4), random.choose(['i32', 'u32', 'f32', 'bool']));
  if (kind === 8) return { kind: 'matrix', columns: random.between(2, 4), rows: random.between(2, 4) };
  if (kind === 9 && state.structs.length > 0) return random.choose(state.structs);
  return { kind: 'array', element: randomType(state, depth - 1), count: random.between(2, 6) };
}

function numericType(state: State): NumericType {
  const isHalf = state.usesHalves && state.random.once(3);
  const name = isHalf ? 'f16' : state.random.choose<Scalar>(['i32', 'u32', 'u32', 'f32']);
  return state.random.once(3) ? vector(state.random.between(2, 4), name) : { kind: 'scalar', scalar: name };
}

function numeric(state: State, depth: number): Expression {
  const type = numericType(state);
  return storedBudget(type) ? float(state, type, depth) : integer(state, type, depth);
}

export function declaration(state: State, depth: number): Tree {
  const { random } = state;
  const type = randomType(state);
  const name = state.localName();
  const isMutable = !random.once(3);
  const value = expression(state, type, depth);
  state.declare({ name, type, isMutable, isLocal: true, ...(isMutable ? { pointer: 'function' } : {}) });
  const annotation = random.once(2) ? `: ${nameOf(type)}` : '';
  if (!isMutable) return statement(`let ${name}${annotation} = `, value.tree, ';');
  if (random.once(6)) return statement(`var ${name}: ${nameOf(type)};`);
  return statement(`var${random.once(6) ? '<function>' : ''} ${name}${annotation} = `, value.tree, ';');
}

function assignment(state: State, depth: number): Tree {
  const target = assignable(state, () => true);
  if (!target || state.random.once(12))
    return statement('_ = ', expression(state, randomType(state), depth).tree, ';');
  return statement(target.place.tree, ' = ', expression(state, target.type, depth).tree, ';');
}

/** `op=`, `++` and `--`. */
function compound(state: State, depth: number): Tree {
  const { random } = state;
  const target = assignable(
    state,
    (type) => (type.kind === 'scalar' || type.kind === 'vector') && type.scalar !== 'bool',
  );
  if (!target) return assignment(state, depth);
  const type = target.type as NumericType;
  const place = target.place.tree;
  if (storedBudget(type)) return floatCompound(state, place, type, depth);
  if (type.kind === 'scalar' && random.once(3)) return statement(place, random.once(2) ? '++;' : '--;');
  const operator = random.choose(['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>']);
  if (operator.length === 2)
    return statement(place, ` ${operator}= `, shiftAmount(state, type, depth).tree, ';');
  let value = integer(state, type, depth);
  if (operator === '/' || operator === '%') {
    value = runtime(state, value);
    if (type.kind === 'vector') value = divisor(value);
  }
  return statement(place, ` ${operator}= `, loose(state, value).tree, ';');
}

/** The sum is brought back within the budget at once. */
function floatCompound(state: State, place: Tree, type: NumericType, depth: number): Tree {
  const limit = 2 ** storedBudget(type)!.bits;
  const [low, high] = [`${nameOf(type)}(-${limit}.0)`, `${nameOf(type)}(${limit}.0)`];
  if (state.random.once(4)) return statement(place, ` *= ${state.random.choose(['-1.0', '0.0', '1.0'])};`);
  const value = reduced(state, float(state, type, depth));
  // A place with an index may call functions: evaluated once more, it could be another one.
  if (place.parts.length > 1) return statement(place, ' = ', value.tree, ';');
  const operator = state.random.choose(['+', '-']);
  return statement(
    place,
    ` ${operator}= `,
    value.tree,
    '; ',
    place,
    ' = clamp(',
    place,
    `, ${low}, ${high});`,
  );
}

function output(state: State, depth: number): Tree {
  if (state.usesHalves && state.random.once(3)) return halfOutput(state, depth);
  const word = state.random.below(WORDS_PER_THREAD - 1);
  const value = digest(state, numeric(state, depth));
  return statement(`outputs[thread * ${WORDS_PER_THREAD}u + ${word}u] = `, value.tree, ';');
}

function inexact(state: State, around: Surroundings): Tree {
  if (around.slots.length >= MOST_SLOTS) return output(state, 2);
  const { value, tolerance } = approximate(state, 1);
  const slot = around.slots.push(tolerance) - 1;
  return statement(`approximate[thread * ${MOST_SLOTS}u + ${slot}u] = `, value.tree, ';');
}

export const SLOTS_PER_THREAD = MOST_SLOTS;

export function callStatement(state: State, depth: number): Tree {
  const nothing = call(state, undefined, depth);
  if (nothing && state.random.once(2)) return statement(nothing.tree, ';');
  const callees = state.functions.filter((each) => isCallable(state, each, each.result));
  if (callees.length === 0) return assignment(state, depth);
  return statement(callOf(state, state.random.choose(callees), depth).tree, ';');
}

function branch(state: State, around: Surroundings): Tree {
  const parts: (string | Tree)[] = ['if ', condition(state), ' ', body(state, 3, around)];
  for (let i = state.random.below(3); i > 0; i--)
    parts.push(' else if ', condition(state), ' ', body(state, 2, around));
  if (state.random.once(2)) parts.push(' else ', body(state, 3, around));
  return statement(...parts);
}

function condition(state: State): Tree {
  const { tree } = boolean(state, BOOL, state.random.between(1, 2));
  const parts = state.random.once(2) ? [tree] : ['(', tree, ')'];
  return { kind: 'expression', parts: parts, type: 'condition' };
}

function selection(state: State, around: Surroundings): Tree {
  const { random } = state;
  const type = random.once(2) ? U32 : I32;
  const suffix = type === U32 ? 'u' : 'i';
  const range = random.between(3, 8);
  const selector = runtime(state, integer(state, type, 2));
  const labels = Array.from({ length: range }, (_, index) => `${index - (type === I32 ? 1 : 0)}`);
  const clauses: (string | Tree)[] = [];
  const inner = { ...around, canBreak: true };
  const count = random.between(1, 4);
  const defaultAt = random.below(count + 1);
  for (let i = 0; i <= count; i++) {
    const own: string[] = [];
    for (let n = random.between(1, 3); n > 0 && labels.length > 0; n--) {
      own.push(labels.splice(random.below(labels.length), 1)[0] + (random.once(2) ? suffix : ''));
    }
    if (i === defaultAt && random.once(2)) own.splice(random.below(own.length + 1), 0, 'default');
    else if (i === defaultAt) own.splice(0, own.length, 'default');
    if (own.length === 0) continue;
    const label = own.length === 1 && own[0] === 'default' ? 'default' : `case ${own.join(', ')}`;
    clauses.push(statement(`${label}${random.once(2) ? ':' : ''} `, body(state, 2, inner)));
  }
  const cases = clauses.filter((each) => typeof each !== 'string');
  return statement('switch ', selector.tree, ` % ${range}${suffix} `, block(cases));
}

function countedLoop(state: State, around: Surroundings): Tree {
  const { random } = state;
  const type = random.once(2) ? U32 : I32;
  const suffix = random.choose([type === U32 ? 'u' : 'i', '']);
  const name = state.fresh('k');
  const count = random.between(1, around.depth > 1 ? 5 : 3);
  const limit: (string | Tree)[] = random.once(3)
    ? ['(', runtime(state, integer(state, U32, 1)).tree, ` % ${count + 1}u)`]
    : [`${count}${suffix}`];
  if (limit.length > 1 && type === I32) limit.splice(0, 1, 'i32(');
  const isDown = limit.length === 1 && type === I32 && random.once(3);
  const step = random.choose(
    isDown
      ? [`${name}--`, `${name} -= 1`, `${name} = ${name} - 1i`]
      : [`${name}++`, `${name} += 1${suffix}`, `${name} += 2${suffix}`],
  );
  const header: (string | Tree)[] = isDown
    ? [`for (var ${name} = ${count}i; ${name} > 0; ${step}) `]
    : [
        `for (var ${name} = 0${type === U32 ? 'u' : 'i'}; ${name} ${random.choose(['<', '<', '<='])} `,
        ...limit,
        `; ${step}) `,
      ];
  return state.inFrame(() => {
    state.declare({ name, type });
    return statement(...header, body(state, 3, { ...around, isInLoop: true, canBreak: true }));
  });
}

/** `while` and `loop`: each iteration takes one of the invocation's fuel. */
function fuelledLoop(state: State, around: Surroundings): Tree {
  const inner = { ...around, isInLoop: true, canBreak: true, depth: around.depth - 1 };
  const test = boolean(state, BOOL, 1).tree;
  const burn = statement('fuel -= 1u;');
  switch (state.random.below(3)) {
    case 0:
      return statement('while ((fuel > 0u) && ', test, ') ', block([burn, ...inFrame(state, inner)]));
    case 1: {
      const exit = statement('if ', test, ' { break; }');
      return statement(
        'for (; fuel > 0u; fuel = max(fuel, 1u) - 1u) ',
        block([exit, ...inFrame(state, inner)]),
      );
    }
    default:
      return state.inFrame(() => {
        const first = [statement('if (fuel == 0u) { break; }'), burn];
        // A `continue` must not pass by a declaration that `continuing` uses.
        const middle = state.random.once(2)
          ? statements(state, 2, { ...inner, isInLoop: false })
          : [statement(block(inFrame(state, inner)))];
        return statement('loop ', block([...first, ...middle, continuing(state, inner)]));
      });
  }
}

function inFrame(state: State, around: Surroundings): Tree[] {
  return state.inFrame(() => statements(state, state.random.between(1, 3), around));
}

function continuing(state: State, around: Surroundings): Tree {
  return state.inFrame(() => {
    const inside = { ...around, isInLoop: false, canBreak: false, result: 'never' as const, depth: 0 };
    const steps = statements(state, state.random.below(3), inside);
    const end = state.random.once(2) ? [statement('break if ', boolean(state, BOOL, 1).tree, ';')] : [];
    return statement('continuing ', block([...steps, ...end]));
  });
}

/** A conditional way out of a loop, a switch or the function. */
function leave(state: State, around: Surroundings): Tree {
  const ways: ('break' | 'continue' | 'return')[] = [];
  if (around.canBreak) ways.push('break', 'break');
  if (around.isInLoop) ways.push('continue', 'continue');
  if (around.result !== 'never') ways.push('return');
  if (ways.length === 0) return assignment(state, 2);
  const way = state.random.choose(ways);
  const last: (string | Tree)[] = [way];
  if (way === 'return' && typeof around.result !== 'string')
    last.push(' ', expression(state, around.result, 1).tree);
  const exit = statement(...last, ';');
  const before = state.random.once(3) ? [assignment(state, 1)] : [];
  return statement('if ', condition(state), ' ', block([...before, exit]));
}
