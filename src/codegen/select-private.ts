// Small private arrays with dynamic indices. The driver keeps them in registers: a dynamic read compares the
// index with every element and moves under each predicate, a dynamic write likewise. Larger arrays, and those
// whose accesses would take many such moves, stay in local memory. Source: driver code for SM 9.0.

import type { LoadInstruction, Module, StoreInstruction, ValueId } from '../ir/ir.ts';
import { forEachInstruction } from '../ir/walk.ts';
import type { Liveness } from './liveness.ts';
import type { Selection } from './selection.ts';
import type { SegmentDraft, VirtualInstruction } from './virtual.ts';

const WORD_BYTES = 4;

/**
 * Private variables, by index, that live in registers: at most `maximumWords` words, accessed as words only, and
 * at most `maximumMoves` moves for all accesses with dynamic indices together.
 */
export function variablesInRegisters(
  module: Module,
  maximumWords: number,
  maximumMoves: number,
): Set<number> {
  const found = new Set<number>();
  module.variables.forEach((variable, index) => {
    if (variable.space === 'private' && variable.sizeBytes <= maximumWords * WORD_BYTES) found.add(index);
  });
  if (found.size === 0) return found;
  const moves = new Map<number, number>();
  forEachInstruction(module.body, (instruction) => {
    if (instruction.kind !== 'load' && instruction.kind !== 'store' && instruction.kind !== 'atomic') return;
    if (instruction.root.space !== 'private') return;
    const isWord = instruction.type === 'i32' || instruction.type === 'f32';
    const { index } = instruction.root;
    if (module.values[instruction.address]!.constant === undefined) {
      const words = module.variables[index]!.sizeBytes / WORD_BYTES;
      moves.set(index, (moves.get(index) ?? 0) + words);
    }
    if (!isWord || instruction.kind === 'atomic' || moves.get(index)! > maximumMoves) found.delete(index);
  });
  return found;
}

/** Registers of the elements, zeroed at the top of the kernel. */
function elements(s: Selection, variable: number): readonly number[] {
  let registers = s.elements.get(variable);
  if (!registers) {
    const words = Math.ceil(s.module.variables[variable]!.sizeBytes / WORD_BYTES);
    registers = Array.from({ length: words }, () => s.newGeneral());
    const first = s.drafts[0]!;
    const before = first.instructions;
    first.instructions = [];
    for (let word = 0; word < words; word += 2)
      s.emitInto(first, 'CS2R', registers.slice(word, word + 2), []);
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
  const constant = s.constantOf(access.address);
  return constant === undefined ? undefined : (constant + access.offsetBytes) / WORD_BYTES + component;
}

export function loadElements(s: Selection, load: LoadInstruction): void {
  const registers = elements(s, load.root.index);
  load.results.forEach((result, component) => {
    const fixed = fixedElement(s, load, component);
    if (fixed !== undefined) {
      const register = registers[fixed];
      s.emit('MOV', [s.define(result)], register === undefined ? [] : [register]);
      return;
    }
    const address = s.locate(load.address);
    let value = -1;
    for (let word = component; word < registers.length; word += load.results.length) {
      const isThis = s.newPredicate();
      s.emit('ISETP.EQ.AND', [isThis], [address]);
      const isLast = word + load.results.length >= registers.length;
      const moved = isLast ? s.define(result) : s.newGeneral();
      s.emit('MOV', [moved], value < 0 ? [registers[word]!, isThis] : [registers[word]!, isThis, value]);
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
    const address = s.locate(store.address);
    for (let word = component; word < registers.length; word += store.values.length) {
      const isThis = s.newPredicate();
      s.emit('ISETP.EQ.AND', [isThis], [address, ...guard]);
      s.emit('MOV', [registers[word]!], [...sources, isThis, registers[word]!]);
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
  const isCopy = guard.length === 0 && sources.length === 1 && !s.isUniformRegister(sources[0]!);
  s.emit('MOV', [register], guard.length > 0 ? [...sources, ...guard, register] : [...sources], { isCopy });
}

const MOVES: ReadonlySet<string> = new Set(['CS2R', 'MOV', 'IMAD.MOV.U32']);

/** Removes moves into elements that are written again before anything reads them. */
export function removeDeadMoves(draft: SegmentDraft, liveness: Liveness): void {
  const alive = new Set<number>();
  liveness.liveOut.forEach(draft.id, (register) => alive.add(register));
  const kept: VirtualInstruction[] = [];
  for (let index = draft.instructions.length - 1; index >= 0; index--) {
    const instruction = draft.instructions[index]!;
    const isDead = MOVES.has(instruction.opcode) && !instruction.destinations.some((each) => alive.has(each));
    if (isDead) continue;
    for (const destination of instruction.destinations) alive.delete(destination);
    for (const source of instruction.sources) alive.add(source);
    kept.push(instruction);
  }
  draft.instructions = kept.reverse();
}
