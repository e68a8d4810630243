// What needs uniform control flow. Outside of a phase an invocation touches only its own element of a shared
// array; a phase is a barrier, reads of any elements, and a barrier again, so no two invocations race.

import { block, statement, type Tree } from '../tree.ts';
import { boolean } from './booleans.ts';
import { digest, expression } from './calls.ts';
import { float, reduced } from './floats.ts';
import { integer } from './integers.ts';
import { readFrom } from './places.ts';
import { make, type State, type Variable } from './state.ts';
import { type Surroundings, statements } from './statements.ts';
import { BOOL, F32, I32, type NumericType, type Scalar, type Type, U32, vector } from './types.ts';

export interface Shared {
  /** Arrays in workgroup memory with an element per invocation. */
  readonly arrays: readonly Variable[];
  /** A struct or the like in workgroup memory, for one invocation to write and all to load. */
  readonly box: Variable;
  readonly cell: Type;
  readonly threads: number;
  /** Every subgroup is full, so a lane may be asked for. */
  readonly areSubgroupsFull: boolean;
}

/** Statements in uniform control flow, phases among them. */
export function uniformStatements(state: State, count: number, around: Surroundings, shared: Shared): Tree[] {
  const made: Tree[] = [];
  for (let i = 0; i < count; i++) {
    if (state.random.once(3)) made.push(...phase(state, around, shared));
    else made.push(...statements(state, 1, around));
  }
  return made;
}

function phase(state: State, around: Surroundings, shared: Shared): Tree[] {
  const { random } = state;
  switch (random.below(around.depth > 1 ? 12 : 8)) {
    case 0:
    case 1:
      return exchange(state, shared);
    case 2:
    case 3:
    case 4:
      return [lanes(state, shared)];
    case 5:
      return uniformLoad(state, shared);
    case 6:
      return boxLoad(state, shared);
    case 7:
      return neighbours(state, shared);
    case 8:
      return [uniformBranch(state, around, shared)];
    case 9:
      return [uniformLoop(state, around, shared)];
    case 10:
      return [uniformSwitch(state, around, shared)];
    default:
      return counterPhase(state);
  }
}

const barrier = statement('workgroupBarrier();');
const storageBarrier = statement('storageBarrier();');
const CONSTANT_LOCAL = { isMutable: false, isLocal: false, isConst: false, isUniform: false };

const READ_TYPES: readonly Type[] = [U32, I32, F32, vector(3, 'f32'), vector(2, 'u32')];

function exchange(state: State, shared: Shared): Tree[] {
  const reads = readsOf(state, state.random.choose(shared.arrays));
  const first = state.random.once(4) ? [storageBarrier] : [];
  return [...first, barrier, ...reads, barrier];
}

/** Notes of parts of a variable that other invocations may have written. */
function readsOf(state: State, variable: Variable): Tree[] {
  // A call in an index could write to it.
  const budget = state.callBudget;
  state.callBudget = 0;
  const reads = READ_TYPES.flatMap((type) => {
    const value = readFrom(state, variable, type);
    return value && state.random.once(2) ? [statement('note(', digest(state, value).tree, ');')] : [];
  });
  state.callBudget = budget;
  return reads;
}

/** The same by way of storage memory: a barrier orders it within a workgroup. */
function neighbours(state: State, { cell, threads }: Shared): Tree[] {
  const name = `cells[thread - lane + (lane + ${state.random.below(threads)}u) % ${threads}u]`;
  const reads = readsOf(state, { ...CONSTANT_LOCAL, name, type: cell });
  const after = state.random.once(2) ? [barrier] : [];
  return [storageBarrier, ...reads, ...after, storageBarrier];
}

/** One invocation writes a whole value, and all load it, or an element of the shared arrays. */
function boxLoad(state: State, { box, arrays, threads }: Shared): Tree[] {
  const { random } = state;
  const name = state.fresh('same');
  if (random.once(3)) {
    const [array] = arrays as [Variable];
    if (array.type.kind !== 'array') return [];
    const at = random.once(2)
      ? [`${random.below(threads)}`]
      : [state.uniformly(() => integer(state, U32, 1)).tree, ` % ${threads}u`];
    state.declare({ name, type: array.type.element, isUniform: true, isLocal: true });
    return [barrier, statement(`let ${name} = workgroupUniformLoad(&${array.name}[`, ...at, ']);')];
  }
  const value = expression(state, box.type, 1);
  const writer = statement(`if (lane == ${random.below(threads)}u) { ${box.name} = `, value.tree, '; }');
  state.declare({ name, type: box.type, isUniform: true, isLocal: true });
  return [writer, statement(`let ${name} = workgroupUniformLoad(&${box.name});`)];
}

const REDUCTIONS = [
  'subgroupAdd',
  'subgroupMul',
  'subgroupMax',
  'subgroupMin',
  'subgroupInclusiveAdd',
  'subgroupExclusiveAdd',
];
const INTEGER_REDUCTIONS = [
  'subgroupAnd',
  'subgroupOr',
  'subgroupXor',
  'subgroupInclusiveMul',
  'subgroupExclusiveMul',
];
const MOVES = [
  'subgroupShuffle',
  'subgroupShuffleXor',
  'subgroupShuffleUp',
  'subgroupShuffleDown',
  'quadSwapX',
  'quadSwapY',
  'quadSwapDiagonal',
  'quadBroadcast',
];

/** Operations across the subgroup. Sums of floats stay exact: at most 128 lanes add 7 bits. */
function lanes(state: State, shared: Shared): Tree {
  const { random } = state;
  if (random.once(5)) return votes(state);
  const isHalf = state.usesHalves && random.once(3);
  const name = isHalf ? 'f16' : random.choose<Scalar>(['u32', 'i32', 'f32']);
  const type: NumericType = random.once(3)
    ? vector(random.between(2, 4), name)
    : { kind: 'scalar', scalar: name };
  const isFloat = name === 'f32' || name === 'f16';
  const operand = isHalf ? { bits: 2, grain: 1 } : undefined;
  const value = isFloat ? reduced(state, float(state, type, 2), operand) : integer(state, type, 2);
  const budget = isHalf
    ? { budget: { bits: 9, grain: 1 } }
    : isFloat
      ? { budget: { bits: 15, grain: 2 } }
      : {};
  const of = (text: string, rest = ')') =>
    statement(
      'note(',
      digest(state, make(type, [`${text}(`, value, rest], { ...budget, isConst: false })).tree,
      ');',
    );
  switch (random.below(shared.areSubgroupsFull ? 4 : 2)) {
    case 0: {
      const options = isFloat
        ? REDUCTIONS.filter((each) => !each.includes('Mul'))
        : [...REDUCTIONS, ...INTEGER_REDUCTIONS];
      return of(random.choose(options));
    }
    case 1:
      if (random.once(2)) return of('subgroupBroadcastFirst');
      return of('subgroupBroadcast', `, ${shared.areSubgroupsFull ? random.below(4) : 0}u)`);
    default: {
      const move = random.choose(MOVES);
      if (move.startsWith('quadSwap')) return of(move);
      if (move === 'quadBroadcast') return of(move, `, ${random.below(4)}u)`);
      // Lanes beyond the subgroup give any value, so only ways round inside a group of four.
      if (move === 'subgroupShuffle')
        return of(move, ', (subgroup_lane & ~3u) | ((subgroup_lane + 1u) & 3u))');
      if (move === 'subgroupShuffleXor') return of(move, `, ${random.below(4)}u)`);
      const delta = random.between(1, 3);
      const isUp = move.endsWith('Up');
      const isInside = isUp ? `(subgroup_lane & 3u) >= ${delta}u` : `(subgroup_lane & 3u) + ${delta}u < 4u`;
      const moved = digest(
        state,
        make(type, [`${move}(`, value, `, ${delta}u)`], { ...budget, isConst: false }),
      );
      return statement('note(select(7u, ', moved.tree, `, ${isInside}));`);
    }
  }
}

function votes(state: State): Tree {
  const condition = boolean(state, BOOL, 2).tree;
  switch (state.random.below(4)) {
    case 0:
      return statement('note(u32(subgroupAll(', condition, ')));');
    case 1:
      return statement('note(u32(subgroupAny(', condition, ')));');
    case 2:
      return statement('note(subgroupBallot(', condition, ').x);');
    default:
      return statement('note(u32(subgroupElect()));');
  }
}

function uniformLoad(state: State, shared: Shared): Tree[] {
  const name = state.fresh('same');
  const value = integer(state, U32, 2);
  const writer = statement(
    `if (lane == ${state.random.below(shared.threads)}u) { flag = `,
    value.tree,
    '; }',
  );
  state.declare({ name, type: U32, isUniform: true, isLocal: true });
  return [writer, statement(`let ${name} = workgroupUniformLoad(&flag);`), statement(`note(${name});`)];
}

function uniformBranch(state: State, around: Surroundings, shared: Shared): Tree {
  const condition = state.uniformly(() => boolean(state, BOOL, 2));
  const inner = { ...around, depth: around.depth - 1 };
  const arm = () =>
    block(state.inFrame(() => uniformStatements(state, state.random.between(1, 2), inner, shared)));
  const then = arm();
  return state.random.once(2)
    ? statement('if (', condition.tree, ') ', then)
    : statement('if (', condition.tree, ') ', then, ' else ', arm());
}

function uniformLoop(state: State, around: Surroundings, shared: Shared): Tree {
  const name = state.fresh('k');
  const limit = state.random.once(2)
    ? [`${state.random.between(2, 3)}u`]
    : ['(', state.uniformly(() => integer(state, U32, 1)).tree, ' % 4u)'];
  const inner = { ...around, depth: around.depth - 1 };
  return state.inFrame(() => {
    state.declare({ name, type: U32, isUniform: true });
    const code = state.inFrame(() => {
      const body = uniformStatements(state, 2, inner, shared);
      if (!state.random.once(3)) return body;
      return [
        ...body,
        statement('if (', state.uniformly(() => boolean(state, BOOL, 1)).tree, ') { break; }'),
      ];
    });
    return statement(`for (var ${name} = 0u; ${name} < `, ...limit, `; ${name}++) `, block(code));
  });
}

function uniformSwitch(state: State, around: Surroundings, shared: Shared): Tree {
  const selector = state.uniformly(() => integer(state, U32, 1)).tree;
  const inner = { ...around, depth: around.depth - 1 };
  const count = state.random.between(1, 3);
  const clauses = Array.from({ length: count }, (_, index) => {
    const code = state.inFrame(() => uniformStatements(state, 1, inner, shared));
    return statement(index === count - 1 ? 'default ' : `case ${index}u `, block(code));
  });
  return statement('switch ((', selector, `) % ${count + 1}u) `, block(clauses));
}

function counterPhase(state: State): Tree[] {
  const which = state.random.below(6);
  return [barrier, statement(`note(atomicLoad(&group_tallies.u[${which}]));`), barrier];
}
