// Operations across the invocations of a subgroup: votes, exchanges, reductions and scans, vectors component
// by component. The older instructions of SPV_KHR_shader_ballot and SPV_KHR_subgroup_vote are the same
// without a scope (SPIR-V specification, section 3.3.24 "Non-Uniform Instructions").

import type { SubgroupOp, SubgroupReduction, ValueId } from '../../../ir/ir.ts';
import { subgroupProblem } from '../../../ir/subgroup-ops.ts';
import { emitPure } from '../../fold.ts';
import { enumerantValue } from '../grammar.ts';
import type { Handler, Lowering } from '../lowering.ts';
import { unsupported } from '../problems.ts';
import type { Handlers } from './componentwise.ts';
import { convertInteger } from './integers.ts';
import {
  componentsAt,
  constantAt,
  define,
  refuse,
  resultComponents,
  type ScalarOrVector,
  sameComponentsAt,
  scalarAt,
  word,
} from './operands.ts';

/** Where the operands start: after the execution scope, or at once in the older instructions. */
export type First = 3 | 4;

export function checkScope(lowering: Lowering, at: number, first: First): void {
  if (first === 3 || constantAt(lowering, at, 3) === enumerantValue('Scope', 'Subgroup')) return;
  unsupported('group-scope', 'group operations work on subgroups only', lowering.span(at));
}

export function expectBool(lowering: Lowering, at: number): ScalarOrVector {
  const type = resultComponents(lowering, at, 'bool');
  return type.kind === 'scalar' ? type : refuse(lowering, at, 'one bool as its result');
}

/** An integer operand as the IR's lane, mask or distance. */
export function laneAt(lowering: Lowering, at: number, index: number): ValueId {
  const lane = componentsAt(lowering, at, index, 'integer', 1)[0];
  return convertInteger(lowering.builder, lane, 'i32', 'uextend');
}

/** The value in word `index`, which has the result's type. */
function valueAt(lowering: Lowering, at: number, index: number, type: ScalarOrVector): readonly ValueId[] {
  return sameComponentsAt(lowering, at, index, type.scalar, type.kind === 'scalar' ? 1 : type.size);
}

function perComponent(
  lowering: Lowering,
  at: number,
  op: SubgroupOp,
  values: readonly ValueId[],
  lane?: ValueId,
): ValueId[] {
  const { builder } = lowering;
  const type = builder.typeOf(values[0]);
  const problem = subgroupProblem(op, type);
  if (problem) unsupported('subgroup-type', problem, lowering.span(at));
  return values.map((value) => builder.subgroup(op, [type], value, lane)[0]);
}

const elect: Handler = (lowering, at) => {
  checkScope(lowering, at, 4);
  define(lowering, at, expectBool(lowering, at), lowering.builder.subgroup('elect', ['bool']));
};

function vote(op: 'all' | 'any', first: First): Handler {
  return (lowering, at) => {
    checkScope(lowering, at, first);
    const type = expectBool(lowering, at);
    const condition = scalarAt(lowering, at, first, 'bool');
    define(lowering, at, type, lowering.builder.subgroup(op, ['bool'], condition));
  };
}

/** Whether all lanes have the value that the first one has, in every component. */
function allEqual(first: First): Handler {
  return (lowering, at) => {
    checkScope(lowering, at, first);
    const { builder } = lowering;
    const type = expectBool(lowering, at);
    const values = componentsAt(lowering, at, first, 'any');
    const leaders = perComponent(lowering, at, 'broadcast_first', values);
    const op = builder.typeOf(values[0]).startsWith('f') ? 'feq' : 'ieq';
    const isEqual = values
      .map((value, i) => emitPure(builder, op, 'bool', [value, leaders[i]]))
      .reduce((left, right) => emitPure(builder, 'and', 'bool', [left, right]));
    define(lowering, at, type, builder.subgroup('all', ['bool'], isEqual));
  };
}

/** Another lane's value; `takesLane` when an operand says which. */
function exchange(op: SubgroupOp, first: First, takesLane: boolean): Handler {
  return (lowering, at) => {
    checkScope(lowering, at, first);
    const type = resultComponents(lowering, at, 'any');
    const values = valueAt(lowering, at, first, type);
    const lane = takesLane ? laneAt(lowering, at, first + 1) : undefined;
    define(lowering, at, type, perComponent(lowering, at, op, values, lane));
  };
}

const QUAD_SWAPS = ['quad_swap_x', 'quad_swap_y', 'quad_swap_diagonal'] as const;

const quadSwap: Handler = (lowering, at) => {
  checkScope(lowering, at, 4);
  const type = resultComponents(lowering, at, 'any');
  const op = QUAD_SWAPS[constantAt(lowering, at, 5)] ?? refuse(lowering, at, 'a direction from 0 to 2');
  define(lowering, at, type, perComponent(lowering, at, op, valueAt(lowering, at, 4, type)));
};

/** Lane (own + delta) modulo the cluster, which is the subgroup unless an operand gives its size. */
const rotate: Handler = (lowering, at) => {
  checkScope(lowering, at, 4);
  const { builder } = lowering;
  const type = resultComponents(lowering, at, 'any');
  const values = valueAt(lowering, at, 4, type);
  const delta = laneAt(lowering, at, 5);
  const hasCluster = lowering.end(at) - at > 6;
  const size = hasCluster
    ? builder.constant('i32', clusterSize(lowering, at, 6))
    : builder.input('subgroup_size');
  const lane = builder.input('subgroup_lane');
  const mask = emitPure(builder, 'isub', 'i32', [size, builder.constant('i32', 1)]);
  const within = emitPure(builder, 'and', 'i32', [emitPure(builder, 'iadd', 'i32', [lane, delta]), mask]);
  const cluster = emitPure(builder, 'and', 'i32', [lane, emitPure(builder, 'not', 'i32', [mask])]);
  const source = emitPure(builder, 'or', 'i32', [cluster, within]);
  define(lowering, at, type, perComponent(lowering, at, 'shuffle', values, source));
};

function clusterSize(lowering: Lowering, at: number, index: number): number {
  const size = constantAt(lowering, at, index);
  return size > 0 && (size & (size - 1)) === 0
    ? size
    : refuse(lowering, at, 'a power of two as cluster size');
}

/** GroupOperation, section 3.28. */
const SCANS = ['', 'inclusive_', 'exclusive_'] as const;
const CLUSTERED_REDUCE = 3;

/** A reduction or scan; word 4 says which, the value follows. */
function reduction(op: SubgroupReduction, class_: 'integer' | 'float' | 'bool'): Handler {
  return (lowering, at) => {
    checkScope(lowering, at, 4);
    const type = resultComponents(lowering, at, class_);
    const values = valueAt(lowering, at, 5, type);
    const operation = word(lowering, at, 4);
    if (operation === CLUSTERED_REDUCE) {
      const size = clusterSize(lowering, at, 6);
      define(lowering, at, type, clusteredReduce(lowering, at, op, values, size));
      return;
    }
    const scan = SCANS[operation];
    if (scan === undefined) {
      unsupported('group-operation', `group operation ${operation} is not supported`, lowering.span(at));
    }
    define(lowering, at, type, perComponent(lowering, at, `${scan}${op}`, values));
  };
}

/** Pairs at growing distance exchange their values and combine them, until the cluster has one value. */
function clusteredReduce(
  lowering: Lowering,
  at: number,
  reduction: SubgroupReduction,
  values: readonly ValueId[],
  size: number,
): readonly ValueId[] {
  const { builder } = lowering;
  const type = builder.typeOf(values[0]);
  const isFloat = type.startsWith('f');
  const op =
    reduction === 'add' || reduction === 'mul' ? (`${isFloat ? 'f' : 'i'}${reduction}` as const) : reduction;
  let combined = values;
  for (let distance = 1; distance < size; distance *= 2) {
    const others = perComponent(lowering, at, 'shuffle_xor', combined, builder.constant('i32', distance));
    combined = combined.map((value, i) => emitPure(builder, op, type, [value, others[i]]));
  }
  return combined;
}

export const subgroups: Handlers = {
  OpGroupNonUniformElect: elect,
  OpGroupNonUniformAll: vote('all', 4),
  OpGroupNonUniformAny: vote('any', 4),
  OpGroupNonUniformAllEqual: allEqual(4),
  OpGroupNonUniformBroadcast: exchange('broadcast', 4, true),
  OpGroupNonUniformBroadcastFirst: exchange('broadcast_first', 4, false),
  OpGroupNonUniformShuffle: exchange('shuffle', 4, true),
  OpGroupNonUniformShuffleXor: exchange('shuffle_xor', 4, true),
  OpGroupNonUniformShuffleUp: exchange('shuffle_up', 4, true),
  OpGroupNonUniformShuffleDown: exchange('shuffle_down', 4, true),
  OpGroupNonUniformRotateKHR: rotate,
  OpGroupNonUniformQuadBroadcast: exchange('quad_broadcast', 4, true),
  OpGroupNonUniformQuadSwap: quadSwap,
  OpGroupNonUniformIAdd: reduction('add', 'integer'),
  OpGroupNonUniformFAdd: reduction('add', 'float'),
  OpGroupNonUniformIMul: reduction('mul', 'integer'),
  OpGroupNonUniformFMul: reduction('mul', 'float'),
  OpGroupNonUniformSMin: reduction('smin', 'integer'),
  OpGroupNonUniformUMin: reduction('umin', 'integer'),
  OpGroupNonUniformFMin: reduction('fmin', 'float'),
  OpGroupNonUniformSMax: reduction('smax', 'integer'),
  OpGroupNonUniformUMax: reduction('umax', 'integer'),
  OpGroupNonUniformFMax: reduction('fmax', 'float'),
  OpGroupNonUniformBitwiseAnd: reduction('and', 'integer'),
  OpGroupNonUniformBitwiseOr: reduction('or', 'integer'),
  OpGroupNonUniformBitwiseXor: reduction('xor', 'integer'),
  OpGroupNonUniformLogicalAnd: reduction('and', 'bool'),
  OpGroupNonUniformLogicalOr: reduction('or', 'bool'),
  OpGroupNonUniformLogicalXor: reduction('xor', 'bool'),
  OpSubgroupAllKHR: vote('all', 3),
  OpSubgroupAnyKHR: vote('any', 3),
  OpSubgroupAllEqualKHR: allEqual(3),
  OpSubgroupFirstInvocationKHR: exchange('broadcast_first', 3, false),
  OpSubgroupReadInvocationKHR: exchange('broadcast', 3, true),
};
