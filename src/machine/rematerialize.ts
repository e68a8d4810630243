// Constants made again instead of kept: where registers are scarce, the register of a constant or of a word of a
// constant bank goes to something else until its next use, and a move in front of that brings it back.

import type { Liveness } from './liveness.ts';
import type { RegisterLimits, SchedulingNumbers } from './schedule.ts';
import { numberValues, pressureOf } from './segment-values.ts';
import { GENERAL, type RegisterTable, type SegmentDraft, type VirtualInstruction } from './virtual.ts';

/** Adds such moves to a segment in its final order. */
export function rematerialize(
  draft: SegmentDraft,
  registers: RegisterTable,
  liveness: Liveness,
  { keptConstantDistance, widestWords }: SchedulingNumbers,
  { steps }: RegisterLimits,
): void {
  const constants = constantsOf(draft, registers, liveness);
  if (constants.size === 0) return;
  const values = numberValues(draft, draft.instructions, [], liveness);
  const pressure = pressureOf(values, registers);
  const peak = pressure.subarray(0, -1).reduce((most, each) => Math.max(most, each), 0);
  const budget = steps.find((step) => step >= peak) ?? peak;
  const isScarce = scarcity(pressure, budget - widestWords);
  const uses = usesOf(draft, constants);
  const inserted = new Map<number, VirtualInstruction[]>();
  for (const [register, move] of constants) {
    let last: number | undefined;
    let held = register;
    for (const position of uses.get(register) ?? []) {
      const instruction = draft.instructions[position];
      if (instruction === move) continue;
      // Multipliers keep their registers.
      if (!instruction.costClass.startsWith('alu')) last = undefined;
      const isFar = last !== undefined && position - last > keptConstantDistance;
      if (isFar && isScarce(last!, position)) {
        held = registers.create(GENERAL);
        const again = { ...move, destinations: [held], sources: [] };
        const known = inserted.get(position);
        if (known) known.push(again);
        else inserted.set(position, [again]);
      }
      last = position;
      instruction.sources.forEach((source, k) => {
        if (source === register) instruction.sources[k] = held;
      });
    }
  }
  if (inserted.size === 0) return;
  draft.instructions = draft.instructions.flatMap((each, position) => [
    ...(inserted.get(position) ?? []),
    each,
  ]);
}

/** Moves of constants into registers that only this segment reads, by register. */
function constantsOf(
  draft: SegmentDraft,
  registers: RegisterTable,
  liveness: Liveness,
): Map<number, VirtualInstruction> {
  const found = new Map<number, VirtualInstruction>();
  const isWritten = new Set<number>();
  for (const instruction of draft.instructions) {
    const [register, ...others] = instruction.destinations;
    const isConstant = instruction.isRepeatable && instruction.sources.length === 0;
    if (register !== undefined && isConstant && others.length === 0 && !isWritten.has(register)) {
      const isLocal = registers.files[register] === GENERAL && registers.words[register] === 1;
      if (isLocal && !liveness.liveOut.has(draft.id, register) && !liveness.liveIn.has(draft.id, register))
        found.set(register, instruction);
    }
    for (const each of instruction.destinations) {
      if (isWritten.has(each)) found.delete(each);
      isWritten.add(each);
    }
  }
  return found;
}

/** Where instructions read each of the registers, in order. */
function usesOf(
  { instructions }: SegmentDraft,
  wanted: ReadonlyMap<number, VirtualInstruction>,
): Map<number, number[]> {
  const uses = new Map<number, number[]>();
  instructions.forEach(({ sources }, position) => {
    for (const register of new Set(sources)) {
      if (!wanted.has(register)) continue;
      const known = uses.get(register);
      if (known) known.push(position);
      else uses.set(register, [position]);
    }
  });
  return uses;
}

/** Tells whether so many words or more are alive anywhere behind one position, up to another. */
function scarcity(pressure: Int32Array, words: number): (from: number, to: number) => boolean {
  // The next such position from each on, so that a long segment with many constants is looked through once.
  const next = new Int32Array(pressure.length + 1).fill(pressure.length);
  for (let at = pressure.length - 1; at >= 0; at--) next[at] = pressure[at] >= words ? at : next[at + 1];
  return (from, to) => next[from + 1] <= to;
}
