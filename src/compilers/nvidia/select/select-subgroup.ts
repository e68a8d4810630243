// Subgroup operations and barriers. Exchanges are SHFL; reductions of floats a butterfly of five exchanges and
// adds behind a vote on whether all lanes are there; integers use the warp's reduction unit where there is one; scans
// follow pointers from lane to lane. Source: driver code for SM 9.0; quads by analogy.

import { unreachable } from '../../../diagnostics/diagnostic.ts';
import type {
  BarrierInstruction,
  ScalarType,
  SubgroupInstruction,
  SubgroupOp,
  SubgroupReduction,
  ValueId,
} from '../../../ir/ir.ts';
import { subgroupOps } from '../../../ir/subgroup-ops.ts';
import type { SegmentDraft } from '../../../machine/virtual.ts';
import { LANE_CHECK } from '../behaviours.ts';
import { extended, isNarrow } from './select-narrow.ts';
import type { Selection } from './selection.ts';
import { wordsOf } from './value-registers.ts';

export function selectSubgroup(s: Selection, instruction: SubgroupInstruction): void {
  const { op, results, operand } = instruction;
  switch (subgroupOps[op].kind) {
    case 'vote':
      selectVote(s, instruction);
      return;
    case 'broadcast':
    case 'exchange':
      selectExchange(s, op, results[0], operand!, instruction.lane);
      return;
    case 'scan':
      if (s.values.typeOf(operand!) === 'bool') selectBoolScan(s, results[0], operand!);
      else selectScan(s, op, results[0], operand!);
      return;
    case 'reduce':
      if (s.values.typeOf(operand!) === 'bool') selectBoolReduction(s, op, results[0], operand!);
      else selectReduction(s, op, results[0], operand!);
  }
}

function selectVote(s: Selection, { op, results, operand }: SubgroupInstruction): void {
  if (op === 'elect') {
    selectElect(s, results[0]);
    return;
  }
  if (op !== 'ballot') {
    s.emit(op === 'all' ? 'VOTE.ALL' : 'VOTE.ANY', [s.values.define(results[0])], sourcesOf(s, operand));
    return;
  }
  // One register for 32 lanes; the other three components are zero.
  s.emit('VOTE.ANY', [s.values.define(results[0])], sourcesOf(s, operand));
  const clear = s.code.has('CS2R') ? 'CS2R' : 'MOV';
  for (const rest of results.slice(1)) s.emit(clear, [s.values.define(rest)], []);
}

/** Bools are votes: all, any, or the parity of the votes. */
function selectBoolReduction(s: Selection, op: SubgroupOp, result: ValueId, operand: ValueId): void {
  if (op !== 'xor') {
    s.emit(op === 'and' ? 'VOTE.ALL' : 'VOTE.ANY', [s.values.define(result)], sourcesOf(s, operand));
    return;
  }
  const votes = s.values.newGeneral();
  s.emit('VOTE.ANY', [votes], sourcesOf(s, operand));
  const count = s.values.newGeneral();
  s.emit('POPC', [count], [votes]);
  s.emit('LOP3.LUT', [s.values.define(result)], [count], { costClass: s.code.classOf('PLOP3') });
}

/** The votes of the lanes below: none against, one for, or an odd number. */
function selectBoolScan(s: Selection, result: ValueId, operand: ValueId): void {
  const votes = s.values.newGeneral();
  s.emit('VOTE.ANY', [votes], sourcesOf(s, operand));
  const below = s.values.newGeneral();
  s.emit('S2R', [below], []);
  const count = s.values.newGeneral();
  s.emit('LOP3.LUT', [count], [votes, below]);
  s.emit('ISETP.NE.U32.AND', [s.values.define(result)], [count]);
}

function sourcesOf(s: Selection, value: ValueId | undefined): number[] {
  if (value === undefined) return [];
  const found = s.values.locate(value);
  return found >= 0 ? [found] : [];
}

function selectElect(s: Selection, result: ValueId): void {
  const votes = s.values.newUniform();
  s.emit('VOTEU.ANY', [votes], []);
  const leader = s.values.newUniform();
  s.emit('UFLO.U32', [leader], [votes]);
  const lane = s.values.newGeneral();
  s.emit('S2R', [lane], []);
  s.emit('ISETP.EQ.U32.AND', [s.values.define(result)], [lane, leader]);
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
  const opcode = EXCHANGE[op] ?? unreachable(`no exchange for ${op}`);
  const sources: number[] = [];
  const type = s.values.typeOf(operand);
  if (type === 'bool') {
    const number = s.values.newGeneral();
    s.emit('SEL', [number], sourcesOf(s, operand));
    sources.push(number);
  } else {
    const moved = s.shared.inVectorRegister(operand);
    if (moved >= 0) sources.push(moved);
  }
  if (lane !== undefined) sources.push(...s.vectorSources([lane]));
  if (op === 'broadcast_first') {
    const votes = s.values.newUniform();
    s.emit('VOTEU.ANY', [votes], []);
    const leader = s.values.newUniform();
    s.emit('UFLO.U32', [leader], [votes]);
    sources.push(leader);
  }
  if (type === 'bool') {
    const received = s.values.newGeneral();
    s.emit(opcode, [received], sources);
    s.emit('ISETP.NE.U32.AND', [s.values.define(result)], [received]);
    return;
  }
  // The words of a pair go one after the other.
  if (wordsOf(type) === 2) s.emit(opcode, [s.values.newGeneral()], sources);
  if (!CHECKED_LANE.has(op) || lane === undefined || s.plan.without.has(LANE_CHECK)) {
    s.emit(opcode, [s.values.define(result)], sources);
    return;
  }
  const received = s.values.newGeneral();
  s.emit(opcode, [received], sources);
  s.emit(type === 'f32' ? 'FSEL' : 'SEL', [s.values.define(result)], [received, laneCheck(s, op, lane)]);
}

/** Exchanges whose lane a kernel names: what comes from a lane beyond those that are there reads as zero. */
const CHECKED_LANE: ReadonlySet<SubgroupOp> = new Set([
  'shuffle',
  'shuffle_xor',
  'shuffle_up',
  'shuffle_down',
]);

/** Predicate of the lanes whose partner is there; for a constant distance it is made once. */
function laneCheck(s: Selection, op: SubgroupOp, lane: ValueId): number {
  const distance = s.values.constantOf(lane);
  if (distance === undefined) return compareLane(s, s.code.current, s.vectorSources([lane]));
  return s.shared.atStart(`lane ${op} ${distance}`, (draft) => compareLane(s, draft, []));
}

function compareLane(s: Selection, draft: SegmentDraft, lane: readonly number[]): number {
  const own = s.shared.atStart('lane', (first) => {
    const register = s.values.newGeneral();
    s.code.emit(first, 'S2R', [register], []);
    return register;
  });
  const partner = s.values.newGeneral();
  s.code.emit(draft, 'LOP3.LUT', [partner], [own, ...lane]);
  const isAbsent = s.values.newPredicate();
  s.code.emit(draft, 'ISETP.GT.U32.AND', [isAbsent], [partner, lastLane(s)]);
  return isAbsent;
}

/** The number of lanes that are there, less one. */
function lastLane(s: Selection): number {
  return s.shared.atStart('last lane', (first) => {
    const last = s.values.newGeneral();
    if (!s.code.has('REDUX')) {
      const votes = s.values.newGeneral();
      s.code.emit(first, 'VOTE.ANY', [votes], []);
      const count = s.values.newGeneral();
      s.code.emit(first, 'POPC', [count], [votes]);
      s.code.emit(first, 'VIADD', [last], [count]);
      return last;
    }
    const one = s.values.newGeneral();
    s.code.emit(first, 'IMAD.MOV.U32', [one], []);
    const sum = s.values.newUniform();
    s.code.emit(first, 'REDUX.SUM', [sum], [one]);
    const lanes = s.values.newGeneral();
    s.code.emit(first, 'IMAD.U32', [lanes], [sum]);
    s.code.emit(first, 'VIADD', [last], [lanes]);
    return last;
  });
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

/** Opcode that combines two values, by reduction and kind of type. */
const COMBINE: Readonly<
  Record<'integer' | 'f16' | 'f32' | 'f64', Partial<Record<SubgroupReduction, string>>>
> = {
  integer: {
    add: 'IADD3',
    mul: 'IMAD',
    smin: 'VIMNMX',
    smax: 'VIMNMX',
    umin: 'VIMNMX.U32',
    umax: 'VIMNMX.U32',
    and: 'LOP3.LUT',
    or: 'LOP3.LUT',
    xor: 'LOP3.LUT',
  },
  f16: { add: 'HADD2', mul: 'HMUL2', fmin: 'HMNMX2', fmax: 'HMNMX2' },
  f32: { add: 'FADD.FTZ', mul: 'FMUL.FTZ', fmin: 'FMNMX.FTZ', fmax: 'FMNMX.FTZ' },
  f64: { add: 'DADD', mul: 'DMUL' },
};

/** Combines the values in `sources` into the register `into`. */
function combine(s: Selection, op: SubgroupOp, type: ScalarType, into: number, sources: number[]): void {
  const kind = type === 'f16' || type === 'f32' || type === 'f64' ? type : 'integer';
  const reduction = subgroupOps[op].reduction ?? unreachable(`${op} combines nothing`);
  const opcode = COMBINE[kind][reduction];
  if (opcode !== undefined) {
    s.emit(opcode, [into], sources);
    return;
  }
  // Minima of doubles compare, then select each word.
  const isLess = s.values.newPredicate();
  s.emit('DSETP.MIN.AND', [isLess], sources);
  s.emit('SEL', [s.values.newGeneral()], [...sources, isLess]);
  s.emit('SEL', [into], [...sources, isLess]);
}

/** What another lane has, as the registers it arrives in; `lane` names the lane where the opcode does not. */
function receive(
  s: Selection,
  opcode: string,
  type: ScalarType,
  value: number,
  lane: readonly number[] = [],
): number[] {
  const received: number[] = [];
  for (let word = 0; word < wordsOf(type); word++) {
    const register = s.values.newGeneral();
    s.emit(opcode, [register], value >= 0 ? [value, ...lane] : [...lane]);
    received.push(register);
  }
  return received;
}

/** The operand in a register, extended when it is a short integer whose order counts. */
function operandRegister(s: Selection, op: SubgroupOp, operand: ValueId): number {
  const reduction = subgroupOps[op].reduction!;
  const isOrdered = /^[su](min|max)$/.test(reduction);
  if (!isOrdered || !isNarrow(s.values.typeOf(operand)) || s.values.constantOf(operand) !== undefined)
    return s.shared.inVectorRegister(operand);
  return extended(s, operand, reduction.startsWith('s') ? 'sign' : 'zero');
}

const WARP_STEPS = [16, 8, 4, 2, 1];

function selectReduction(s: Selection, op: SubgroupOp, result: ValueId, operand: ValueId): void {
  const type = s.values.typeOf(result);
  const isCounted = s.code.has('REDUX') && (type === 'i32' || isNarrow(type));
  const warpReduction = isCounted ? WARP_REDUCTION[op] : undefined;
  const start = operandRegister(s, op, operand);
  if (warpReduction) {
    if (trackLanes(s)) checkAllPresent(s, 'VOTEU.ALL', s.values.newUniform());
    const total = s.values.newUniform();
    s.emit(warpReduction, [total], start >= 0 ? [start] : []);
    const isUniform = s.plan.placed[result] === 1;
    s.emit(isUniform ? 'UMOV' : 'MOV', [s.values.define(result)], [total]);
    return;
  }
  // Behind a vote: the slow way for a warp with lanes missing is not modelled.
  trackLanes(s);
  checkAllPresent(s, 'VOTE.ALL', s.values.newGeneral());
  let value = start;
  WARP_STEPS.forEach((_, index) => {
    const received = receive(s, 'SHFL.BFLY', type, value);
    const isLast = index === WARP_STEPS.length - 1;
    const sum = isLast ? s.values.define(result) : s.values.newGeneral(wordsOf(type));
    combine(s, op, type, sum, value >= 0 ? [value, ...received] : received);
    value = sum;
  });
}

/**
 * Scans go from lane to lane by pointers, whichever lanes are there: each lane knows the next one below it, and
 * every step adds what that one has and takes over its pointer. The driver makes a function of it.
 */
function selectScan(s: Selection, op: SubgroupOp, result: ValueId, operand: ValueId): void {
  const type = s.values.typeOf(result);
  let value = operandRegister(s, op, operand);
  const isTracked = trackLanes(s);
  const returnsTo = s.values.newGeneral();
  s.emit('MOV', [returnsTo], []);
  s.emit('CALL.REL.NOINC', [], [returnsTo], { kind: 'jump' });
  const below = s.values.newGeneral();
  s.emit('S2R', [below], []);
  const present = s.values.newUniform();
  s.emit('VOTEU.ALL', [present], []);
  if (!subgroupOps[op].isInclusive) value = laneBelow(s, type, value, [below, present], isTracked);
  let pointer = highestOf(s, [below, present]);
  WARP_STEPS.forEach((_, index) => {
    const isLast = index === WARP_STEPS.length - 1;
    const inside = s.values.newPredicate();
    const next = s.values.newGeneral();
    s.emit('SHFL.IDX', [next, inside], [pointer], { costClass: EXCHANGE_AND_TEST });
    const received = receive(s, 'SHFL.IDX', type, value, [pointer]);
    if (!isLast) {
      const further = s.values.newGeneral();
      s.emit('SEL', [further], [next, pointer, inside]);
      pointer = further;
    }
    const sum = isLast ? s.values.define(result) : s.values.newGeneral(wordsOf(type));
    const own = value >= 0 ? [value] : [];
    if (isFloat(type)) combine(s, op, type, sum, [...own, ...received, inside]);
    else combine(s, op, type, sum, [...own, ...selected(s, received, inside)]);
    value = sum;
  });
  s.emit('RET.REL.NODEC', [], [returnsTo, value], { kind: 'jump' });
}

/** Cost class of an exchange that also says whether there is a partner. */
const EXCHANGE_AND_TEST = 'shuffle_test';

const isFloat = (type: ScalarType): boolean => type === 'f16' || type === 'f32' || type === 'f64';

/** A branch to the slow way, which is not modelled. */
function checkAllPresent(s: Selection, opcode: string, votes: number): void {
  s.emit(opcode, [votes], []);
  const isPartial = s.values.newPredicate();
  s.emit('ISETP.NE.U32.AND', [isPartial], [votes]);
  s.emit('BRA', [], [isPartial]);
}

/** In a loop that is left on in the code, the driver keeps the lanes that are still there; true then. */
function trackLanes(s: Selection): boolean {
  if (s.code.current.loopDepth === 0) return false;
  for (let exit = 0; exit < 2; exit++) {
    const staying = s.values.newGeneral();
    s.emit('VOTE.ANY', [staying], []);
    s.emit('LOP3.LUT', [s.values.newGeneral()], [staying]);
  }
  return true;
}

/** The highest of the lanes that two masks share. */
function highestOf(s: Selection, masks: readonly number[]): number {
  const shared = s.values.newGeneral();
  s.emit('LOP3.LUT', [shared], [...masks]);
  const highest = s.values.newGeneral();
  s.emit('FLO.U32', [highest], [shared]);
  return highest;
}

/** What the next lane below has, nothing for the lowest. */
function laneBelow(
  s: Selection,
  type: ScalarType,
  value: number,
  masks: readonly number[],
  isTracked: boolean,
): number {
  let present = masks[1];
  if (isTracked) {
    present = s.values.newGeneral();
    s.emit('LOP3.LUT', [present], [masks[1]]);
  }
  const earlier = s.values.newGeneral();
  const hasEarlier = s.values.newPredicate();
  s.emit('LOP3.LUT', [earlier, hasEarlier], [masks[0], present]);
  const lane = s.values.newGeneral();
  s.emit('FLO.U32', [lane], [earlier]);
  const received = receive(s, 'SHFL.IDX', type, value, [lane]);
  const first = s.values.newGeneral(wordsOf(type));
  for (const word of received) s.emit(type === 'f32' ? 'FSEL' : 'SEL', [first], [word, hasEarlier]);
  return first;
}

function selected(s: Selection, words: readonly number[], condition: number): number[] {
  return words.map((word) => {
    const register = s.values.newGeneral();
    s.emit('SEL', [register], [word, condition]);
    return register;
  });
}

export function selectBarrier(s: Selection, barrier: BarrierInstruction): void {
  const order = { kind: 'barrier', root: -1, address: -1, offsetBytes: 0, sizeBytes: 0 } as const;
  if (barrier.scope === 'subgroup') {
    s.emit('WARPSYNC', [], [], { order });
    return;
  }
  if (barrier.scope === 'memory') {
    s.emit('MEMBAR', [], [], { order });
    return;
  }
  // A workgroup of a single warp has nobody to wait for.
  const [x, y, z] = s.plan.module.workgroupSize;
  const opcode = x * y * z <= 2 * WARP_STEPS[0] ? 'NOP' : 'BAR.SYNC';
  s.emit(opcode, [], loadsUnderWay(s.code.current), { order });
  // The barrier behind the zeroing of workgroup memory has none.
  if (s.code.origin !== 'workgroup-init') s.emit('NOP', [], []);
}

/** What was loaded from workgroup memory and not used yet: a barrier waits until it has arrived. */
function loadsUnderWay({ instructions }: SegmentDraft): number[] {
  const arriving = new Set<number>();
  for (const { kind, destinations, sources } of instructions) {
    for (const source of sources) arriving.delete(source);
    if (kind === 'loadShared') for (const each of destinations) arriving.add(each);
  }
  return [...arriving];
}
