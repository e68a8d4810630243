// Reading and naming places in memory: a variable, or something inside it down any path of members, indices
// and components. Dynamic indices are kept in bounds, because WGSL lets an implementation pick any element
// for one that is not.

import { integer } from './integers.ts';
import { type Budget, type Expression, make, type State, storedBudget, type Variable } from './state.ts';
import { I32, nameOf, sameType, scalar, type Type, U32, vector } from './types.ts';

/** A step from a value to a part of it. */
interface Step {
  readonly type: Type;
  readonly parts: (state: State) => readonly (string | Expression)[];
}

/** An index below `count`: a literal, or an expression that is brought into range. */
export function indexBelow(state: State, count: number): Expression {
  const { random } = state;
  if (random.once(3)) {
    const text = String(random.below(count));
    return make(U32, [random.once(2) ? `${text}u` : text], { isConst: true });
  }
  const depth = random.below(2);
  if ((count & (count - 1)) === 0) {
    if (random.once(2)) return make(I32, ['(', integer(state, I32, depth), ` & ${count - 1})`]);
    return make(U32, ['(', integer(state, U32, depth), ` & ${count - 1}u)`]);
  }
  if (random.once(3)) return make(U32, ['min(', integer(state, U32, depth), `, ${count - 1}u)`]);
  return make(U32, ['(', integer(state, U32, depth), ` % ${count}u)`]);
}

const LETTERS = ['xyzw', 'rgba'] as const;

export function component(state: State, size: number): string {
  return `.${state.random.choose(LETTERS)[state.random.below(size)]}`;
}

function stepsOf(type: Type): Step[] {
  switch (type.kind) {
    case 'scalar':
      return [];
    case 'vector': {
      const inner = scalar(type.scalar);
      return [
        { type: inner, parts: (state) => [component(state, type.size)] },
        { type: inner, parts: (state) => ['[', indexBelow(state, type.size), ']'] },
      ];
    }
    case 'matrix':
      return [
        { type: vector(type.rows, 'f32'), parts: (state) => ['[', indexBelow(state, type.columns), ']'] },
      ];
    case 'array':
      return [{ type: type.element, parts: (state) => ['[', indexBelow(state, type.count), ']'] }];
    case 'struct':
      return type.members.map((member) => ({ type: member.type, parts: () => [`.${member.name}`] }));
  }
}

function canReach(state: State, from: Type, wanted: Type): boolean {
  const key = `${nameOf(from)} ${nameOf(wanted)}`;
  const known = state.reachable.get(key);
  if (known !== undefined) return known;
  const found = sameType(from, wanted) || stepsOf(from).some((step) => canReach(state, step.type, wanted));
  state.reachable.set(key, found);
  return found;
}

/** Steps at random from `from` to a part of the wanted type; it must be reachable. */
function pathTo(state: State, from: Type, wanted: Type): (string | Expression)[] {
  if (sameType(from, wanted)) return [];
  const step = state.random.choose(stepsOf(from).filter((each) => canReach(state, each.type, wanted)));
  return [...step.parts(state), ...pathTo(state, step.type, wanted)];
}

/** A part of a variable with the wanted type. */
function placeIn(state: State, variable: Variable, wanted: Type): (string | Expression)[] {
  return [variable.name, ...pathTo(state, variable.type, wanted)];
}

/** Some variable's part with this type, for reading; undefined when nothing in scope has one. */
export function read(state: State, wanted: Type): Expression | undefined {
  const candidates = state.visible().filter((each) => canReach(state, each.type, wanted));
  if (candidates.length === 0) return undefined;
  const variable = state.random.choose(candidates);
  return make(wanted, placeIn(state, variable, wanted), {
    isConst: variable.isConst,
    ...budgetIn(wanted),
  });
}

/** A part of this variable; undefined when it has none of the wanted type. */
export function readFrom(state: State, variable: Variable, wanted: Type): Expression | undefined {
  if (!canReach(state, variable.type, wanted)) return undefined;
  return make(wanted, placeIn(state, variable, wanted), budgetIn(wanted));
}

function budgetIn(type: Type): { readonly budget?: Budget } {
  const budget = storedBudget(type);
  return budget ? { budget } : {};
}

/** Whether a pointer to a part of the wanted type can be made: there is none to a component of a vector. */
export function canPoint(state: State, from: Type, wanted: Type): boolean {
  return sameType(from, wanted) || (from.kind !== 'vector' && stepsToPoint(state, from, wanted).length > 0);
}

function stepsToPoint(state: State, from: Type, wanted: Type): Step[] {
  return from.kind === 'vector' ? [] : stepsOf(from).filter((each) => canPoint(state, each.type, wanted));
}

/** The type of some part of a value that a pointer can be made to. */
export function pointablePart(state: State, whole: Type): Type {
  const steps = whole.kind === 'vector' ? [] : stepsOf(whole);
  if (steps.length === 0) return whole;
  const { type } = state.random.choose(steps);
  return state.random.once(2) ? type : pointablePart(state, type);
}

/** The address of a part of the variable. */
export function addressIn(state: State, variable: Variable, wanted: Type): (string | Expression)[] {
  const parts: (string | Expression)[] = ['&', variable.name];
  for (let type = variable.type; ; ) {
    const steps = stepsToPoint(state, type, wanted);
    if (steps.length === 0 || (sameType(type, wanted) && !state.random.once(3))) return parts;
    const step = state.random.choose(steps);
    parts.push(...step.parts(state));
    type = step.type;
  }
}

/** A place that can be assigned, of any type that `suits` accepts. */
export function assignable(
  state: State,
  suits: (type: Type) => boolean,
): { readonly place: Expression; readonly type: Type } | undefined {
  const candidates = state.visible().filter((each) => each.isMutable);
  for (let tries = 0; tries < 4 && candidates.length > 0; tries++) {
    const variable = state.random.choose(candidates);
    const parts: (string | Expression)[] = [variable.name];
    let type = variable.type;
    while (stepsOf(type).length > 0 && (!suits(type) || !state.random.once(3))) {
      const step = state.random.choose(stepsOf(type));
      parts.push(...step.parts(state));
      type = step.type;
    }
    if (suits(type)) return { place: make(type, parts, { isConst: false }), type };
  }
  return undefined;
}
