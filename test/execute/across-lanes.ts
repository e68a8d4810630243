// What operations across lanes give, lane by lane and independently of the engine: each from a list of the active
// lanes with what they bring.

import type { PureOp, ScalarType, SubgroupOp, SubgroupReduction } from '../../src/ir/ir.ts';
import { subgroupOps } from '../../src/ir/subgroup-ops.ts';
import { reference } from './reference.ts';
import type { Scalar } from './typed-op.ts';

/** One active lane: its number, its value and, where the operation names a lane, that operand. */
export interface ActiveLane {
  readonly lane: number;
  readonly value: Scalar;
  readonly operand: number;
}

const INTEGER_OPS: Partial<Record<SubgroupReduction, PureOp>> = { add: 'iadd', mul: 'imul' };
const FLOAT_OPS: Partial<Record<SubgroupReduction, PureOp>> = { add: 'fadd', mul: 'fmul' };

function combine(reduction: SubgroupReduction, type: ScalarType, a: Scalar, b: Scalar): Scalar {
  const op = (type.startsWith('f') ? FLOAT_OPS : INTEGER_OPS)[reduction] ?? (reduction as PureOp);
  return reference({ op, operands: [type, type], result: type }, [a, b]);
}

const FLOAT_IDENTITY: Partial<Record<SubgroupReduction, number>> = {
  add: 0,
  mul: 1,
  fmin: Infinity,
  fmax: -Infinity,
};

export function identity(reduction: SubgroupReduction, type: ScalarType): Scalar {
  if (type.startsWith('f')) return FLOAT_IDENTITY[reduction]!;
  if (type === 'bool') return reduction === 'and' ? 1 : 0;
  const highest = (1n << BigInt(Number(type.slice(1)) - 1)) - 1n;
  const known: Partial<Record<SubgroupReduction, bigint>> = {
    mul: 1n,
    smin: highest,
    smax: -1n - highest,
    umin: -1n,
    and: -1n,
  };
  return known[reduction] ?? 0n;
}

function sourceOf(op: SubgroupOp, lane: number, operand: number): number {
  const sources: Partial<Record<SubgroupOp, number>> = {
    shuffle: operand,
    shuffle_xor: lane ^ operand,
    shuffle_up: lane - operand,
    shuffle_down: lane + operand,
    quad_broadcast: 4 * Math.floor(lane / 4) + (operand & 3),
    quad_swap_x: lane ^ 1,
    quad_swap_y: lane ^ 2,
    quad_swap_diagonal: lane ^ 3,
  };
  return sources[op]!;
}

/** The four words of the active lanes whose value is true. */
function ballotWords(active: readonly ActiveLane[]): Scalar[] {
  const bits = active.reduce((all, { lane, value }) => (value ? all | (1n << BigInt(lane)) : all), 0n);
  return [0n, 32n, 64n, 96n].map((first) => BigInt.asIntN(32, bits >> first));
}

/** The results of each active lane, in the order given, which must be that of the lanes. */
export function acrossLanes(op: SubgroupOp, type: ScalarType, active: readonly ActiveLane[]): Scalar[][] {
  const { kind, reduction, isInclusive } = subgroupOps[op];
  const valuesByLane = new Map(active.map(({ lane, value }) => [lane, value]));
  const forAll = (results: Scalar[]): Scalar[][] => active.map(() => results);
  if (op === 'ballot') return forAll(ballotWords(active));
  if (op === 'elect') return active.map((_, index) => [index === 0 ? 1 : 0]);
  if (op === 'all') return forAll([active.every(({ value }) => value) ? 1 : 0]);
  if (op === 'any') return forAll([active.some(({ value }) => value) ? 1 : 0]);
  if (op === 'broadcast_first') return forAll([active[0].value]);
  // Of a lane that is not active WGSL leaves open what comes; the engine gives 0, or a lane its own value.
  if (op === 'broadcast')
    return forAll([valuesByLane.get(active[0].operand) ?? (type.startsWith('i') ? 0n : 0)]);
  if (kind === 'exchange') {
    return active.map(({ lane, value, operand }) => [valuesByLane.get(sourceOf(op, lane, operand)) ?? value]);
  }
  const sums: Scalar[] = [];
  for (const { value } of active) {
    sums.push(sums.length === 0 ? value : combine(reduction!, type, sums.at(-1)!, value));
  }
  if (kind === 'reduce') return forAll([sums.at(-1)!]);
  return active.map((_, index) =>
    isInclusive ? [sums[index]] : [index === 0 ? identity(reduction!, type) : sums[index - 1]],
  );
}
