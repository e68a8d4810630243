// What needs uniform control flow. Outside of a phase an invocation touches only its own element of a shared
// array; a phase is a barrier, reads of any elements, and a barrier again, so no two invocations race.

import { block, statement, type Tree } from '../tree.ts';
import { boolean } from './booleans.ts';
import { digest } from './calls.ts';
import { float, reduced } from './floats.ts';
import { integer } from './integers.ts';
import { readFrom } from './places.ts';
import { make, type State, type Variable } from './state.ts';
import { type Surroundings, statements } from './statements.ts';
import { BOOL, F32, I32, type NumericType, type Type, U32, vector } from './types.ts';

export interface Shared {
  /** Arrays in workgroup memory with an element per invocation. */
  readonly arrays: readonly Variable[];
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
  switch (random.below(around.depth > 1 ? 9 : 6)) {
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
      return [uniformBranch(state, around, shared)];
    case 7:
      return [uniformLoop(state, around, shared)];
    default:
      return counterPhase(state);
  }
}

const barrier = statement('workgroupBarrier();');

const READ_TYPES: readonly Type[] = [U32, I32, F32, vector(3, 'f32'), vector(2, 'u32')];

function exchange(state: State, shared: Shared): Tree[] {
  const { random } = state;
  const array = random.choose(shared.arrays);
  // A call in an index could write to the array.
  const budget = state.callBudget;
  state.callBudget = 0;
  const reads = READ_TYPES.flatMap((type) => {
    const value = readFrom(state, array, type);
    return value && random.once(2) ? [statement('note(', digest(state, value).tree, ');')] : [];
  });
  state.callBudget = budget;
  const first = random.once(4) ? [statement('storageBarrier();')] : [];
  return [...first, barrier, ...reads, barrier];
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
  const name = random.choose<'u32' | 'i32' | 'f32'>(['u32', 'i32', 'f32']);
  const type: NumericType = random.once(3)
    ? vector(random.between(2, 4), name)
    : { kind: 'scalar', scalar: name };
  const value = name === 'f32' ? reduced(state, float(state, type, 2)) : integer(state, type, 2);
  const budget = name === 'f32' ? { budget: { bits: 15, grain: 2 } } : {};
  const of = (text: string, rest = ')') =>
    statement(
      'note(',
      digest(state, make(type, [`${text}(`, value, rest], { ...budget, isConst: false })).tree,
      ');',
    );
  switch (random.below(shared.areSubgroupsFull ? 4 : 2)) {
    case 0: {
      const options =
        name === 'f32'
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
  const name = state.fresh('i');
  const limit = state.random.once(2)
    ? [`${state.random.between(2, 3)}u`]
    : ['(', state.uniformly(() => integer(state, U32, 1)).tree, ' % 4u)'];
  const inner = { ...around, depth: around.depth - 1 };
  return state.inFrame(() => {
    state.declare({ name, type: U32, isUniform: true });
    const code = state.inFrame(() => uniformStatements(state, 2, inner, shared));
    return statement(`for (var ${name} = 0u; ${name} < `, ...limit, `; ${name}++) `, block(code));
  });
}

function counterPhase(state: State): Tree[] {
  const which = state.random.below(6);
  return [barrier, statement(`note(atomicLoad(&group_tallies.u[${which}]));`), barrier];
}
