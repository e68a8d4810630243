// Atomics. On workgroup memory one ATOMS each. On storage a reduction (RED) when nothing uses the old value,
// else ATOMG; before a reduction at an address that all lanes share, the driver adds up the whole warp and
// sends one lane (behaviour `atomic-aggregation`); when it cannot know, a MATCH decides at run time.
// A generation without REDUX combines only what it can count, without MATCH only what is known: guesses.
// Source: driver code for SM 9.0.

import { UNIFORM } from '../../../ir/analyses/uniformity.ts';
import type { AtomicInstruction, AtomicOp, ValueId } from '../../../ir/ir.ts';
import { scalarBytes } from '../../../ir/scalars.ts';
import { resultsOf } from '../../../ir/walk.ts';
import type { Aggregation } from '../../../machine/program.ts';
import { ATOMIC_AGGREGATION, BOUNDS_CHECK } from '../behaviours.ts';
import {
  branchAround,
  bufferAddress,
  locateAccess,
  orderOf,
  variableAddress,
  wideAddress,
} from './select-memory.ts';
import type { Selection } from './selection.ts';

const MNEMONIC: Record<AtomicOp, string> = {
  load: 'LOAD',
  store: 'EXCH',
  add: 'ADD',
  // As nvcc writes atomicAdd of floats in global memory; ATOMS and the other operations have no floats.
  fadd: 'ADD.F32.FTZ.RN',
  sub: 'ADD',
  smin: 'MIN.S32',
  smax: 'MAX.S32',
  umin: 'MIN',
  umax: 'MAX',
  and: 'AND',
  or: 'OR',
  xor: 'XOR',
  exchange: 'EXCH',
  compare_exchange: 'CAS',
};

/** The operation's name; on 64 bits as nvcc writes it for global memory, and taken to be alike elsewhere. */
function mnemonicOf({ op, type }: AtomicInstruction): string {
  const name = MNEMONIC[op];
  if (type === 'i32') return name;
  return name.endsWith('S32') ? name.replace('S32', 'S64') : `${name}.64`;
}

function defineResults(s: Selection, atomic: AtomicInstruction): number[] {
  return resultsOf(atomic).map((result) => s.values.define(result));
}

export function selectAtomic(s: Selection, atomic: AtomicInstruction): void {
  const access = s.code.current.accessCount++;
  if (atomic.root.space === 'workgroup') selectShared(s, atomic, access);
  else selectGlobal(s, atomic, access);
}

function operandRegisters(s: Selection, atomic: AtomicInstruction): number[] {
  const registers: number[] = [];
  for (const value of atomic.operands) {
    let register = s.shared.inVectorRegister(value);
    if (register < 0) continue;
    if (atomic.op === 'sub') {
      const negated = s.values.newGeneral();
      s.emit('IADD3', [negated], [register]);
      register = negated;
    }
    registers.push(register);
  }
  return registers;
}

function selectShared(s: Selection, atomic: AtomicInstruction, access: number): void {
  const order = orderOf(s, atomic, atomic.op === 'load' ? 'load' : 'store', 1);
  const destinations = defineResults(s, atomic);
  const address = variableAddress(s, atomic.address);
  if (atomic.op === 'load') s.emit('LDS', destinations, address, { access, order });
  else if (atomic.op === 'store')
    s.emit('STS', [], [...address, ...operandRegisters(s, atomic)], { access, order });
  else if (isIncrement(s, atomic)) {
    s.emit('ATOMS.POPC.INC.32', destinations, address, { access, order, aggregation: 'by-address' });
  } else {
    const predicate: number[] = [];
    let operands = operandRegisters(s, atomic);
    if (canAggregate(s, atomic)) {
      if (s.plan.uniformity[atomic.address] === UNIFORM) operands = aggregate(s, atomic, operands, predicate);
      else if (canMatch(s)) matchFails(s, address, predicate);
    }
    s.emit(`ATOMS.${mnemonicOf(atomic)}`, destinations, [...address, ...operands, ...predicate], {
      access,
      order,
      ...aggregationOf(s, atomic, predicate.length > 0),
    });
    if (predicate.length > 0 && atomic.result !== undefined && s.plan.uniformity[atomic.address] === UNIFORM)
      spread(s, atomic.result);
  }
}

/** Adding one without reading the old value counts the lanes of each address in hardware. */
function isIncrement(s: Selection, atomic: AtomicInstruction): boolean {
  return (
    atomic.type === 'i32' &&
    atomic.op === 'add' &&
    atomic.result === undefined &&
    s.values.constantOf(atomic.operands[0]) === 1
  );
}

function selectGlobal(s: Selection, atomic: AtomicInstruction, access: number): void {
  const wordBytes = scalarBytes(atomic.type);
  const { address: offset, check } = locateAccess(s, atomic, false, wordBytes);
  const order = orderOf(s, atomic, atomic.op === 'load' ? 'load' : 'store', 1);
  const predicate = check >= 0 ? [check] : [];
  const memory = { access, scope: 'device', order } as const;
  if (atomic.op === 'load' || atomic.op === 'store') {
    const place = bufferAddress(s, atomic.root.index, offset);
    if (atomic.op === 'load') {
      const destinations = atomic.result === undefined ? [s.values.newGeneral()] : defineResults(s, atomic);
      const cleared = check >= 0 ? [clear(s)] : [];
      s.emit('LDG.E.STRONG.GPU', destinations, [...place, ...predicate, ...cleared], memory);
    } else s.emit('STG.E.STRONG.GPU', [], [...place, ...operandRegisters(s, atomic), ...predicate], memory);
    return;
  }
  if (atomic.result !== undefined && check >= 0 && s.guard < 0) predicate[0] = branchAround(s, check);
  let operands = operandRegisters(s, atomic);
  const isUniform = s.plan.uniformity[atomic.address] === UNIFORM;
  const isAggregated =
    isUniform &&
    canAggregate(s, atomic) &&
    (atomic.result === undefined || atomic.op === 'add' || atomic.op === 'sub');
  const mayAggregate = atomic.result === undefined && canAggregate(s, atomic) && (isUniform || canMatch(s));
  // One lane sends to [base + offset]; several, each for itself, need a 64-bit address.
  const isNarrow = isAggregated || s.plan.loneLane.has(atomic);
  const place = isNarrow ? bufferAddress(s, atomic.root.index, offset) : wideAddress(s, offset);
  if (isAggregated) operands = aggregate(s, atomic, operands, predicate);
  else if (mayAggregate) matchFails(s, place, predicate);
  const combined = {
    ...aggregationOf(s, atomic, isAggregated || mayAggregate),
    ...(isAggregated ? { origin: ATOMIC_AGGREGATION } : {}),
  };
  const sources = [...place, ...operands, ...predicate];
  if (atomic.result === undefined)
    s.emit(`REDG.E.${mnemonicOf(atomic)}.STRONG.GPU`, [], sources, { ...memory, ...combined });
  else {
    if (check >= 0) sources.push(clear(s));
    s.emit(`ATOMG.E.${mnemonicOf(atomic)}.STRONG.GPU`, defineResults(s, atomic), sources, {
      ...memory,
      ...combined,
    });
    if (isAggregated) spread(s, atomic.result);
  }
}

/** Whether lanes are combined surely, or where they meet. */
function aggregationOf(
  s: Selection,
  atomic: AtomicInstruction,
  isCombined: boolean,
): { readonly aggregation?: Aggregation } {
  if (!isCombined) return {};
  return { aggregation: s.plan.uniformity[atomic.address] === UNIFORM ? 'always' : 'when-same' };
}

/**
 * The run-time question whether all lanes have one address. Modelled as answered no, the way of distinct
 * addresses: each lane sends its own and branches over the aggregation.
 */
function matchFails(s: Selection, address: readonly number[], predicate: number[]): void {
  const match = s.values.newPredicate();
  s.emit('MATCH.ALL', [match], [...address], { origin: ATOMIC_AGGREGATION });
  predicate.push(match);
  s.emit('BRA', [], [match], { origin: ATOMIC_AGGREGATION });
}

/** Each lane's old value from the one that the leader got back: its own share is added. */
function spread(s: Selection, result: ValueId): void {
  const options = { origin: ATOMIC_AGGREGATION };
  const below = s.values.newGeneral();
  s.emit('S2R', [below], [], options);
  const mask = s.values.newGeneral();
  s.emit('LOP3.LUT', [mask], [below], options);
  const rank = s.values.newGeneral();
  s.emit('POPC', [rank], [mask], options);
  const first = s.values.newGeneral();
  s.emit('SHFL.IDX', [first], [s.values.locate(result)], options);
  s.emit('IADD3', [s.values.define(result)], [first, rank], options);
}

function clear(s: Selection): number {
  const register = s.values.newGeneral();
  s.emit('MOV', [register], [], { origin: BOUNDS_CHECK });
  return register;
}

const REDUCTIONS: Partial<Record<AtomicOp, string>> = {
  add: 'REDUX.SUM',
  sub: 'REDUX.SUM',
  smin: 'REDUX.MIN.S32',
  smax: 'REDUX.MAX.S32',
  umin: 'REDUX.MIN',
  umax: 'REDUX.MAX',
  and: 'REDUX.AND',
  or: 'REDUX.OR',
  xor: 'REDUX.XOR',
};

function canAggregate(s: Selection, atomic: AtomicInstruction): boolean {
  if (s.plan.without.has(ATOMIC_AGGREGATION) || s.plan.loneLane.has(atomic)) return false;
  if (atomic.type === 'i64') return false;
  return s.code.has('REDUX') ? REDUCTIONS[atomic.op] !== undefined : countOf(s, atomic) !== undefined;
}

/** Whether a warp can ask which of its lanes have one address. */
function canMatch(s: Selection): boolean {
  return s.code.has('MATCH');
}

/** What each lane adds where all add the same constant: the lanes are counted then. */
function countOf(s: Selection, { op, operands }: AtomicInstruction): number | undefined {
  return op === 'add' || op === 'sub' ? s.values.constantOf(operands[0]) : undefined;
}

/** Adds the warp's operands up and elects the lane that sends the sum; gives the registers to send. */
function aggregate(
  s: Selection,
  atomic: AtomicInstruction,
  operands: readonly number[],
  predicate: number[],
): number[] {
  const options = { origin: ATOMIC_AGGREGATION };
  if (predicate.length > 0) s.emit('BRA', [], [...predicate], options);
  const lane = s.values.newGeneral();
  s.emit('S2R', [lane], [], options);
  const votes = s.values.newUniform();
  s.emit('VOTEU.ANY', [votes], [...predicate], options);
  const leader = s.values.newUniform();
  s.emit('UFLO.U32', [leader], [votes], options);
  const elected = s.values.newPredicate();
  s.emit('ISETP.EQ.U32.AND', [elected], [lane, leader, ...predicate], options);
  predicate.push(elected);
  const constant = countOf(s, atomic);
  const sent = s.values.newGeneral();
  if (constant !== undefined) {
    s.emit('POPC', [sent], [votes], options);
    if (Math.abs(constant) === 1) return [sent];
    const scaled = s.values.newGeneral();
    s.emit('IMAD', [scaled], [sent], options);
    return [scaled];
  }
  const total = s.values.newUniform();
  s.emit(REDUCTIONS[atomic.op]!, [total], [...operands], options);
  s.emit('MOV', [sent], [total], options);
  return [sent];
}
