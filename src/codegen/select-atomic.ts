// Atomics. On workgroup memory one ATOMS each. On storage a reduction (RED) when nothing uses the old value,
// else ATOMG; before a reduction at an address that all lanes share, the driver adds up the whole warp and
// sends one lane (behaviour `atomic-aggregation`); when it cannot know, a MATCH decides at run time.
// Source: driver code for SM 9.0.

import type { AtomicInstruction, AtomicOp } from '../ir/ir.ts';
import { BOUNDS_CHECK, bufferAddress, checkBounds, orderOf, variableAddress } from './select-memory.ts';
import type { Selection } from './selection.ts';
import { UNIFORM } from './uniformity.ts';

export const ATOMIC_AGGREGATION = 'atomic-aggregation';

const MNEMONIC: Record<AtomicOp, string> = {
  load: 'LOAD', store: 'EXCH', add: 'ADD', sub: 'ADD', smin: 'MIN.S32', smax: 'MAX.S32', umin: 'MIN', umax: 'MAX',
  and: 'AND', or: 'OR', xor: 'XOR', exchange: 'EXCH', compare_exchange: 'CAS',
};

export function selectAtomic(s: Selection, atomic: AtomicInstruction): void {
  const access = s.current.accessCount++;
  if (atomic.root.space === 'workgroup') selectShared(s, atomic, access);
  else selectGlobal(s, atomic, access);
}

function operandRegisters(s: Selection, atomic: AtomicInstruction): number[] {
  const registers: number[] = [];
  for (const value of atomic.operands) {
    let register = s.inVectorRegister(value);
    if (register < 0) continue;
    if (atomic.op === 'sub') {
      const negated = s.newGeneral();
      s.emit('IADD3', [negated], [register]);
      register = negated;
    }
    registers.push(register);
  }
  return registers;
}

function selectShared(s: Selection, atomic: AtomicInstruction, access: number): void {
  const order = orderOf(s, atomic, atomic.op === 'load' ? 'load' : 'store', 1);
  const destinations = atomic.result === undefined ? [] : [s.define(atomic.result)];
  const address = variableAddress(s, atomic.address);
  if (atomic.op === 'load') s.emit('LDS', destinations, address, { access, order });
  else if (atomic.op === 'store') s.emit('STS', [], [...address, ...operandRegisters(s, atomic)], { access, order });
  else if (isIncrement(s, atomic)) s.emit('ATOMS.POPC.INC.32', destinations, address, { access, order });
  else s.emit(`ATOMS.${MNEMONIC[atomic.op]}`, destinations, [...address, ...operandRegisters(s, atomic)], { access, order });
}

/** Adding one without reading the old value counts the lanes of each address in hardware. */
function isIncrement(s: Selection, atomic: AtomicInstruction): boolean {
  return atomic.op === 'add' && atomic.result === undefined && s.constantOf(atomic.operands[0]!) === 1;
}

function selectGlobal(s: Selection, atomic: AtomicInstruction, access: number): void {
  const address = bufferAddress(s, atomic);
  const check = checkBounds(s, address, false, 4);
  const base = atomic.root.space === 'buffer' ? [s.bufferBase(atomic.root.index)] : [];
  const order = orderOf(s, atomic, atomic.op === 'load' ? 'load' : 'store', 1);
  const predicate = check >= 0 ? [check] : [];
  if (atomic.op === 'load') {
    const destinations = atomic.result === undefined ? [s.newGeneral()] : [s.define(atomic.result)];
    s.emit('LDG.E.STRONG.GPU', destinations, [...address, ...base, ...predicate], { access, order });
    return;
  }
  if (atomic.op === 'store') {
    s.emit('STG.E.STRONG.GPU', [], [...address, ...base, ...operandRegisters(s, atomic), ...predicate], { access, order });
    return;
  }
  if (atomic.result !== undefined) {
    const cleared = check >= 0 ? [clear(s)] : [];
    s.emit(`ATOMG.E.${MNEMONIC[atomic.op]}.STRONG.GPU`, [s.define(atomic.result)],
      [...address, ...base, ...operandRegisters(s, atomic), ...predicate, ...cleared], { access, order });
    return;
  }
  let operands = operandRegisters(s, atomic);
  if (canAggregate(s, atomic)) operands = aggregate(s, atomic, address, operands, predicate);
  s.emit(`RED.E.${MNEMONIC[atomic.op]}.STRONG.GPU`, [], [...address, ...base, ...operands, ...predicate], { access, order });
}

function clear(s: Selection): number {
  const register = s.newGeneral();
  s.emit('MOV', [register], [], { origin: BOUNDS_CHECK });
  return register;
}

const REDUCTIONS: Partial<Record<AtomicOp, string>> = {
  add: 'REDUX.SUM', sub: 'REDUX.SUM', smin: 'REDUX.MIN.S32', smax: 'REDUX.MAX.S32', umin: 'REDUX.MIN', umax: 'REDUX.MAX',
  and: 'REDUX.AND', or: 'REDUX.OR', xor: 'REDUX.XOR',
};

function canAggregate(s: Selection, atomic: AtomicInstruction): boolean {
  return !s.without.has(ATOMIC_AGGREGATION) && REDUCTIONS[atomic.op] !== undefined;
}

/** Adds the warp's operands up and elects the lane that sends the sum; gives the registers to send. */
function aggregate(s: Selection, atomic: AtomicInstruction, address: readonly number[], operands: readonly number[], predicate: number[]): number[] {
  const options = { origin: ATOMIC_AGGREGATION };
  if (s.uniformity[atomic.address] !== UNIFORM) {
    // All lanes at one address? Decided at run time.
    const match = s.newPredicate();
    s.emit('MATCH.ALL', [match], [...address], options);
    predicate.push(match);
  }
  const votes = s.newUniform();
  s.emit('VOTEU.ANY', [votes], [...predicate], options);
  const leader = s.newUniform();
  s.emit('UFLO.U32', [leader], [votes], options);
  const lane = s.newGeneral();
  s.emit('S2R', [lane], [], options);
  const elected = s.newPredicate();
  s.emit('ISETP.EQ.U32.AND', [elected], [lane, leader, ...predicate], options);
  predicate.push(elected);
  const constant = s.constantOf(atomic.operands[0]!);
  const isCount = (atomic.op === 'add' || atomic.op === 'sub') && constant !== undefined;
  const total = s.newUniform();
  s.emit(isCount ? 'UPOPC' : REDUCTIONS[atomic.op]!, [total], isCount ? [votes] : [...operands], options);
  const sent = s.newGeneral();
  s.emit(isCount && constant !== 1 ? 'IMAD' : 'MOV', [sent], [total], options);
  return [sent];
}
