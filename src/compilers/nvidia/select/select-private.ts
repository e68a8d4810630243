// Small private arrays with dynamic indices. The driver keeps them in registers: a dynamic read compares the
// index with every element and moves under each predicate, a dynamic write likewise. Larger arrays, and those
// whose accesses would take many such moves, stay in local memory. Source: driver code for SM 9.0.

import type { LoadInstruction, PureOp, StoreInstruction, ValueId } from '../../../ir/ir.ts';
import type { VirtualInstruction } from '../../../machine/virtual.ts';
import type { Selection } from './selection.ts';
import { pureDefinition } from './uses.ts';

const WORD_BYTES = 4;

/**
 * Whether the innermost loop around a dynamic access steps through its array. The driver counts the address itself up
 * there, no longer knows whose it is, and compares it with the elements of all arrays.
 */
function isStepped(s: Selection, { address }: LoadInstruction | StoreInstruction): boolean {
  const index = indexOf(s, address);
  return s.plan.stepped.has(index) && s.plan.facts.loopDepth[index] === s.code.current.loopDepth;
}

/** Registers that a dynamic access may mean. */
function reachable(s: Selection, access: LoadInstruction | StoreInstruction): readonly number[] {
  return isStepped(s, access)
    ? [...s.plan.inRegisters].flatMap((variable) => elements(s, variable))
    : elements(s, access.root.index);
}

/** Whether a dynamic access means an element; arrays with the same index share the answer. */
function isElement(s: Selection, access: LoadInstruction | StoreInstruction, word: number): number {
  const make = (): number => {
    const isThis = s.values.newPredicate();
    s.emit('ISETP.EQ.AND', [isThis], [s.values.locate(access.address)]);
    return isThis;
  };
  if (isStepped(s, access)) return make();
  return s.shared.inSegment(`element ${word - access.offsetBytes / WORD_BYTES} at ${access.address}`, make);
}

/** What an address varies with, clamps and constant factors and terms aside. */
function indexOf(s: Selection, address: ValueId): ValueId {
  for (let value = address; ; ) {
    const pure = pureDefinition(s.plan.facts, value);
    const varying = pure?.operands.filter((each) => s.values.constantOf(each) === undefined);
    if (!pure || !LINEAR.has(pure.op) || varying?.length !== 1) return value;
    value = varying[0];
  }
}

const LINEAR: ReadonlySet<PureOp> = new Set(['iadd', 'imul', 'shl', 'umin', 'smin', 'umax', 'smax']);

/** Registers of the elements, zeroed at the top of the kernel. */
function elements(s: Selection, variable: number): readonly number[] {
  let registers = s.elements.get(variable);
  if (!registers) {
    const words = Math.ceil(s.plan.module.variables[variable].sizeBytes / WORD_BYTES);
    registers = Array.from({ length: words }, () => s.values.newGeneral());
    const first = s.code.drafts[0];
    const before = first.instructions;
    first.instructions = [];
    const [clear, most] = s.code.has('CS2R') ? ['CS2R', 2] : ['MOV', 1];
    for (let word = 0; word < words; word += most)
      s.code.emit(first, clear, registers.slice(word, word + most), []);
    first.instructions.push(...before);
    s.elements.set(variable, registers);
  }
  return registers;
}

/** The element at a constant address; undefined for a dynamic one. */
function fixedElement(
  s: Selection,
  access: LoadInstruction | StoreInstruction,
  component: number,
): number | undefined {
  const constant = s.values.constantOf(access.address);
  return constant === undefined ? undefined : (constant + access.offsetBytes) / WORD_BYTES + component;
}

export function loadElements(s: Selection, load: LoadInstruction): void {
  const registers = elements(s, load.root.index);
  load.results.forEach((result, component) => {
    const fixed = fixedElement(s, load, component);
    if (fixed !== undefined) {
      const register = registers[fixed];
      s.emit('MOV', [s.values.define(result)], register === undefined ? [] : [register]);
      return;
    }
    const all = reachable(s, load);
    let value = -1;
    for (let word = component; word < all.length; word += load.results.length) {
      const isThis = isElement(s, load, word);
      const isLast = word + load.results.length >= all.length;
      const moved = isLast ? s.values.define(result) : s.values.newGeneral();
      s.emit('MOV', [moved], value < 0 ? [all[word], isThis] : [all[word], isThis, value]);
      value = moved;
    }
  });
}

export function storeElements(s: Selection, store: StoreInstruction): void {
  const registers = elements(s, store.root.index);
  const guard = s.guard >= 0 ? [s.guard] : [];
  store.values.forEach((value: ValueId, component) => {
    const fixed = fixedElement(s, store, component);
    const sources = s.vectorSources([value]);
    if (fixed !== undefined) {
      const register = registers[fixed];
      if (register !== undefined) storeFixed(s, register, sources, guard);
      return;
    }
    const all = reachable(s, store);
    for (let word = component; word < all.length; word += store.values.length) {
      const isThis = guard.length === 0 ? isElement(s, store, word) : s.values.newPredicate();
      if (guard.length > 0) s.emit('ISETP.EQ.AND', [isThis], [s.values.locate(store.address), ...guard]);
      s.emit('MOV', [all[word]], [...sources, isThis, all[word]]);
    }
  });
}

/** A plain store is a copy that may disappear; under a predicate the old value stays in other lanes. */
function storeFixed(
  s: Selection,
  register: number,
  sources: readonly number[],
  guard: readonly number[],
): void {
  const isCopy = guard.length === 0 && sources.length === 1 && !s.values.isUniformRegister(sources[0]);
  s.emit('MOV', [register], guard.length > 0 ? [...sources, ...guard, register] : [...sources], { isCopy });
}

const MOVES: ReadonlySet<string> = new Set(['CS2R', 'MOV', 'IMAD.MOV.U32']);

/** A move into an element, which may be written again before anything reads it. */
export function isMove({ opcode }: VirtualInstruction): boolean {
  return MOVES.has(opcode);
}
