// Subgroup operations and barriers. Exchanges are SHFL; reductions of floats a butterfly of five exchanges and
// adds behind a vote on whether all lanes are there; integers use the warp's reduction unit; scans five
// shifted exchanges with predicated adds. Source: driver code for SM 9.0; scans and quads by analogy.

import { unreachable } from '../diagnostics/diagnostic.ts';
import type { BarrierInstruction, ScalarType, SubgroupInstruction, SubgroupOp, ValueId } from '../ir/ir.ts';
import type { Selection } from './selection.ts';

export function selectSubgroup(s: Selection, instruction: SubgroupInstruction): void {
  const { op, results } = instruction;
  const operand = instruction.operand;
  switch (op) {
    case 'elect':
      selectElect(s, results[0]!);
      return;
    case 'all':
    case 'any':
      s.emit(op === 'all' ? 'VOTE.ALL' : 'VOTE.ANY', [s.define(results[0]!)], sourcesOf(s, operand));
      return;
    case 'ballot': {
      // One register for 32 lanes; the other three components are zero.
      const ballot = s.define(results[0]!);
      s.emit('VOTE.ANY', [ballot], sourcesOf(s, operand));
      for (const rest of results.slice(1)) s.emit('CS2R', [s.define(rest)], []);
      return;
    }
    case 'inclusive_add':
    case 'inclusive_mul':
    case 'exclusive_add':
    case 'exclusive_mul':
      selectScan(s, op, results[0]!, operand!);
      return;
    case 'broadcast':
    case 'broadcast_first':
    case 'shuffle':
    case 'shuffle_xor':
    case 'shuffle_up':
    case 'shuffle_down':
    case 'quad_broadcast':
    case 'quad_swap_x':
    case 'quad_swap_y':
    case 'quad_swap_diagonal':
      selectExchange(s, op, results[0]!, operand!, instruction.lane);
      return;
    default:
      selectReduction(s, op, results[0]!, operand!);
  }
}

function sourcesOf(s: Selection, value: ValueId | undefined): number[] {
  if (value === undefined) return [];
  const found = s.locate(value);
  return found >= 0 ? [found] : [];
}

function selectElect(s: Selection, result: ValueId): void {
  const votes = s.newUniform();
  s.emit('VOTEU.ANY', [votes], []);
  const leader = s.newUniform();
  s.emit('UFLO.U32', [leader], [votes]);
  const lane = s.newGeneral();
  s.emit('S2R', [lane], []);
  s.emit('ISETP.EQ.U32.AND', [s.define(result)], [lane, leader]);
}

const EXCHANGE: Partial<Record<SubgroupOp, string>> = {
  broadcast: 'SHFL.IDX',
  broadcast_first: 'SHFL.IDX',
  shuffle: 'SHFL.IDX',
  shuffle_xor: 'SHFL.BFLY',
  shuffle_up: 'SHFL.UP',
  shuffle_down: 'SHFL.DOWN',
  quad_broadcast: 'SHFL.IDX',
  quad_swap_x: 'SHFL.BFLY',
  quad_swap_y: 'SHFL.BFLY',
  quad_swap_diagonal: 'SHFL.BFLY',
};

function selectExchange(
  s: Selection,
  op: SubgroupOp,
  result: ValueId,
  operand: ValueId,
  lane: ValueId | undefined,
): void {
  const sources: number[] = [];
  const moved = s.inVectorRegister(operand);
  if (moved >= 0) sources.push(moved);
  if (lane !== undefined) sources.push(...s.vectorSources([lane]));
  if (op === 'broadcast_first') {
    const votes = s.newUniform();
    s.emit('VOTEU.ANY', [votes], []);
    const leader = s.newUniform();
    s.emit('UFLO.U32', [leader], [votes]);
    sources.push(leader);
  }
  s.emit(EXCHANGE[op] ?? unreachable(`no exchange for ${op}`), [s.define(result)], sources);
}

const WARP_REDUCTION: Partial<Record<SubgroupOp, string>> = {
  add: 'REDUX.SUM',
  smin: 'REDUX.MIN.S32',
  smax: 'REDUX.MAX.S32',
  umin: 'REDUX.MIN',
  umax: 'REDUX.MAX',
  and: 'REDUX.AND',
  or: 'REDUX.OR',
  xor: 'REDUX.XOR',
};

function combineOpcode(op: SubgroupOp, type: ScalarType): string {
  const isMultiply = op === 'mul' || op.endsWith('_mul');
  if (op === 'fmin' || op === 'fmax') return type === 'f16' ? 'HMNMX2' : 'FMNMX.FTZ';
  if (type === 'f32') return isMultiply ? 'FMUL.FTZ' : 'FADD.FTZ';
  if (type === 'f16') return isMultiply ? 'HMUL2' : 'HADD2';
  return isMultiply ? 'IMAD' : 'IADD3';
}

const WARP_STEPS = [16, 8, 4, 2, 1];

function selectReduction(s: Selection, op: SubgroupOp, result: ValueId, operand: ValueId): void {
  const type = s.typeOf(result);
  const warpReduction = type === 'i32' ? WARP_REDUCTION[op] : undefined;
  const start = s.inVectorRegister(operand);
  if (warpReduction) {
    const total = s.newUniform();
    s.emit(warpReduction, [total], start >= 0 ? [start] : []);
    const isUniform = s.placed[result] === 1;
    s.emit(isUniform ? 'UMOV' : 'MOV', [s.define(result)], [total]);
    return;
  }
  // Behind a vote: the slow way for a warp with lanes missing is not modelled.
  const votes = s.newGeneral();
  s.emit('VOTE.ALL', [votes], []);
  const isPartial = s.newPredicate();
  s.emit('ISETP.NE.U32.AND', [isPartial], [votes]);
  s.emit('BRA', [], [isPartial]);
  const opcode = combineOpcode(op, type);
  let value = start;
  WARP_STEPS.forEach((_, index) => {
    const received = s.newGeneral();
    s.emit('SHFL.BFLY', [received], value >= 0 ? [value] : []);
    const isLast = index === WARP_STEPS.length - 1;
    const sum = isLast ? s.define(result) : s.newGeneral();
    s.emit(opcode, [sum], value >= 0 ? [value, received] : [received]);
    value = sum;
  });
}

function selectScan(s: Selection, op: SubgroupOp, result: ValueId, operand: ValueId): void {
  const opcode = combineOpcode(op, s.typeOf(result));
  const isExclusive = op.startsWith('exclusive');
  let value = s.inVectorRegister(operand);
  if (isExclusive) {
    const shifted = s.newGeneral();
    const inside = s.newPredicate();
    s.emit('SHFL.UP', [shifted, inside], value >= 0 ? [value] : []);
    const first = s.newGeneral();
    s.emit('SEL', [first], [shifted, inside]);
    value = first;
  }
  WARP_STEPS.forEach((_, index) => {
    const received = s.newGeneral();
    const inside = s.newPredicate();
    s.emit('SHFL.UP', [received, inside], value >= 0 ? [value] : []);
    const isLast = index === WARP_STEPS.length - 1;
    const sum = isLast ? s.define(result) : s.newGeneral();
    s.emit(opcode, [sum], [...(value >= 0 ? [value] : []), received, inside]);
    value = sum;
  });
}

export function selectBarrier(s: Selection, barrier: BarrierInstruction): void {
  const order = { kind: 'barrier', root: -1, address: -1, offsetBytes: 0, sizeBytes: 0 } as const;
  if (barrier.scope === 'subgroup') {
    s.emit('WARPSYNC', [], [], { order });
    return;
  }
  s.emit('BAR.SYNC', [], [], { order });
  // The barrier behind the zeroing of workgroup memory has none.
  if (s.origin !== 'workgroup-init') s.emit('NOP', [], []);
}
