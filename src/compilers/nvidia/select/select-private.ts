// Small private arrays with dynamic indices. The driver keeps them in registers: a dynamic read compares the
// index with every element and moves under each predicate, a dynamic write likewise. Larger arrays, and those
// whose accesses would take many such moves, stay in local memory. Source: driver code for SM 9.0.

import type { LoadInstruction, StoreInstruction, ValueId } from '../../../ir/ir.ts';
import type { VirtualInstruction } from '../../../machine/virtual.ts';
import { indexOf, strideOf } from './private-places.ts';
import type { Selection } from './selection.ts';

const WORD_BYTES = 4;

/**
 * Whether the innermost loop around a dynamic access steps through its array. The driver counts the address itself up
 * there and no longer knows whose it is, unless a warp shares the index.
 */
function isStepped(s: Selection, { address }: LoadInstruction | StoreInstruction): boolean {
  const index = indexOf(s.plan.facts, address);
  const isUniform = s.values.isUniformRegister(s.values.locate(address));
  return (
    !isUniform && s.plan.stepped.has(index) && s.plan.facts.loopDepth[index] === s.code.current.loopDepth
  );
}

/**
 * Whether a dynamic access means an element; arrays with the same index share the answer where `isShared`. That of an index that a warp
 * shares is in a uniform predicate, which every move copies for itself.
 */
function isElement(
  s: Selection,
  access: LoadInstruction | StoreInstruction,
  word: number,
  isShared: boolean,
): number {
  const address = s.values.locate(access.address);
  const isUniform = s.values.isUniformRegister(address);
  const make = () => {
    const answer = isUniform ? s.values.newUniformPredicate() : s.values.newPredicate();
    s.emit(isUniform ? 'UISETP.EQ.AND' : 'ISETP.EQ.AND', [answer], [address]);
    return answer;
  };
  if (!isShared) return make();
  const place = word - access.offsetBytes / WORD_BYTES;
  const isThis = s.shared.inSegment(`element ${place} at ${access.address}`, make);
  if (!isUniform) return isThis;
  const copy = s.values.newPredicate();
  s.emit('PLOP3.LUT', [copy], [isThis]);
  return copy;
}

/** Registers of the elements, zeroed at the top of the kernel where they are not settled. */
function elements(s: Selection, variable: number): number[] {
  let registers = s.elements.get(variable);
  if (!registers) {
    const words = Math.ceil(s.plan.module.variables[variable].sizeBytes / WORD_BYTES);
    registers = Array.from({ length: words }, () => s.values.newGeneral());
    s.elements.set(variable, registers);
    if (s.plan.settled.has(variable)) return registers;
    const first = s.code.drafts[0];
    const before = first.instructions;
    first.instructions = [];
    const [clear, most] = s.code.has('CS2R') ? ['CS2R', 2] : ['MOV', 1];
    for (let word = 0; word < words; word += most)
      s.code.emit(first, clear, registers.slice(word, word + most), []);
    first.instructions.push(...before);
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

/** What a component of a dynamic access may mean. */
interface Meant {
  /** Of one that is stepped, the elements of all arrays with that index. */
  readonly registers: readonly number[];
  /** The elements among these. */
  readonly words: readonly number[];
  readonly isStepped: boolean;
}

function meantBy(s: Selection, access: LoadInstruction | StoreInstruction, component: number): Meant {
  const { facts, indices } = s.plan;
  const stepped = isStepped(s, access);
  const registers = stepped
    ? [...indices.get(indexOf(facts, access.address))!].flatMap((each) => elements(s, each))
    : elements(s, access.root.index);
  const stride = strideOf(facts, access);
  const first = ((access.offsetBytes / WORD_BYTES) % stride) + component;
  const words: number[] = [];
  for (let word = first; word < registers.length; word += stride) words.push(word);
  return { registers, words, isStepped: stepped };
}

export function loadElements(s: Selection, load: LoadInstruction): void {
  const registers = elements(s, load.root.index);
  load.results.forEach((result, component) => {
    const fixed = fixedElement(s, load, component);
    if (fixed !== undefined) {
      const register = registers[fixed];
      const isCopy = register !== undefined;
      s.emit('MOV', [s.values.define(result)], isCopy ? [register] : [], { isCopy });
      return;
    }
    const { registers: all, words, isStepped } = meantBy(s, load, component);
    let value = -1;
    for (const word of words) {
      const isThis = isElement(s, load, word, !isStepped);
      const moved = word === words.at(-1) ? s.values.define(result) : s.values.newGeneral();
      const keepsLast = value >= 0;
      s.emit('MOV', [moved], [all[word], isThis, ...(keepsLast ? [value] : [])], { keepsLast });
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
      const isSettled = s.plan.settled.has(store.root.index) && isVector(s, sources);
      if (isSettled) registers[fixed] = sources[0];
      else if (registers[fixed] !== undefined) storeFixed(s, registers[fixed], sources, guard);
      return;
    }
    const { registers: all, words, isStepped } = meantBy(s, store, component);
    for (const word of words) {
      const isThis = guard.length === 0 ? isElement(s, store, word, !isStepped) : s.values.newPredicate();
      if (guard.length > 0) s.emit('ISETP.EQ.AND', [isThis], [s.values.locate(store.address), ...guard]);
      s.emit('MOV', [all[word]], [...sources, isThis, all[word]], { keepsLast: true });
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
  const isCopy = guard.length === 0 && isVector(s, sources);
  const keepsLast = guard.length > 0;
  const all = keepsLast ? [...sources, ...guard, register] : [...sources];
  s.emit('MOV', [register], all, { isCopy, keepsLast });
}

function isVector(s: Selection, sources: readonly number[]): boolean {
  return sources.length === 1 && !s.values.isUniformRegister(sources[0]);
}

const MOVES: ReadonlySet<string> = new Set(['CS2R', 'MOV', 'IMAD.MOV.U32']);

/** A move into an element, which may be written again before anything reads it. */
export function isMove({ opcode }: VirtualInstruction): boolean {
  return MOVES.has(opcode);
}
