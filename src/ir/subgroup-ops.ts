// What each operation across the lanes of a subgroup takes and gives: the table behind the validator, the text
// parser, execution, uniformity and code generation. Reductions and their scans share a row.

import type { ScalarType, SubgroupOp, SubgroupReduction } from './ir.ts';

/**
 * `reduce`: one result for all lanes; `scan`: lane by lane; `vote`: on bools; `broadcast`: one lane's value for
 * all; `exchange`: another lane's value.
 */
export type SubgroupKind = 'reduce' | 'scan' | 'vote' | 'broadcast' | 'exchange';

export interface SubgroupSignature {
  readonly kind: SubgroupKind;
  /** Types of the operand; absent when there is none. */
  readonly operand?: ReadonlySet<ScalarType>;
  readonly result: 'operand' | 'bool' | 'i32';
  readonly takesLane: boolean;
  /** Every lane gets the same result. */
  readonly isUniform: boolean;
  /** For reductions and scans: what combines two values. */
  readonly reduction?: SubgroupReduction;
  /** For scans: whether a lane's own value takes part. */
  readonly isInclusive?: boolean;
}

const INTEGERS: ReadonlySet<ScalarType> = new Set(['i8', 'i16', 'i32']);
const FLOATS: ReadonlySet<ScalarType> = new Set(['f16', 'f32', 'f64']);
const NUMBERS: ReadonlySet<ScalarType> = new Set([...INTEGERS, ...FLOATS]);
/** An i64 is two words here; arithmetic on it would need a carry from lane to lane. */
const LOGIC: ReadonlySet<ScalarType> = new Set([...INTEGERS, 'i64', 'bool']);
const EVERYTHING: ReadonlySet<ScalarType> = new Set([...NUMBERS, 'i64', 'bool']);
const BOOL: ReadonlySet<ScalarType> = new Set(['bool']);

const REDUCTIONS: Readonly<Record<SubgroupReduction, ReadonlySet<ScalarType>>> = {
  add: NUMBERS,
  mul: NUMBERS,
  smin: INTEGERS,
  smax: INTEGERS,
  umin: INTEGERS,
  umax: INTEGERS,
  fmin: FLOATS,
  fmax: FLOATS,
  and: LOGIC,
  or: LOGIC,
  xor: LOGIC,
};

const reductionNames = Object.keys(REDUCTIONS) as SubgroupReduction[];

function reduce(reduction: SubgroupReduction): SubgroupSignature {
  return {
    kind: 'reduce',
    operand: REDUCTIONS[reduction],
    result: 'operand',
    takesLane: false,
    isUniform: true,
    reduction,
  };
}

function scan(reduction: SubgroupReduction, isInclusive: boolean): SubgroupSignature {
  return { ...reduce(reduction), kind: 'scan', isUniform: false, isInclusive };
}

function move(kind: 'broadcast' | 'exchange', takesLane: boolean): SubgroupSignature {
  return { kind, operand: EVERYTHING, result: 'operand', takesLane, isUniform: kind === 'broadcast' };
}

function vote(result: 'bool' | 'i32'): SubgroupSignature {
  return { kind: 'vote', operand: BOOL, result, takesLane: false, isUniform: true };
}

function forReductions<Name extends string>(
  prefix: Name,
  make: (reduction: SubgroupReduction) => SubgroupSignature,
): Record<`${Name}${SubgroupReduction}`, SubgroupSignature> {
  const entries = reductionNames.map((each) => [`${prefix}${each}`, make(each)]);
  return Object.fromEntries(entries) as Record<`${Name}${SubgroupReduction}`, SubgroupSignature>;
}

/** Every subgroup operation. */
export const subgroupOps: Readonly<Record<SubgroupOp, SubgroupSignature>> = {
  ...forReductions('', reduce),
  ...forReductions('inclusive_', (each) => scan(each, true)),
  ...forReductions('exclusive_', (each) => scan(each, false)),
  all: vote('bool'),
  any: vote('bool'),
  elect: { kind: 'vote', result: 'bool', takesLane: false, isUniform: false },
  ballot: vote('i32'),
  broadcast: move('broadcast', true),
  broadcast_first: move('broadcast', false),
  shuffle: move('exchange', true),
  shuffle_xor: move('exchange', true),
  shuffle_up: move('exchange', true),
  shuffle_down: move('exchange', true),
  quad_broadcast: move('exchange', true),
  quad_swap_x: move('exchange', false),
  quad_swap_y: move('exchange', false),
  quad_swap_diagonal: move('exchange', false),
};

/** Why values of the type cannot go through the operation; undefined when they can. */
export function subgroupProblem(op: SubgroupOp, type: ScalarType): string | undefined {
  const { operand } = subgroupOps[op];
  if (!operand || operand.has(type)) return undefined;
  return `subgroup ${op} takes ${[...operand].join(', ')}, not ${type}`;
}
