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
  const inserted = new Map<number, VirtualInstruction[]>();
  for (const [register, move] of constants) {
    let last: number | undefined;
    let held = register;
    draft.instructions.forEach((instruction, position) => {
      if (instruction === move || !instruction.sources.includes(register)) return;
      // Multipliers keep their registers.
      if (!instruction.costClass.startsWith('alu')) last = undefined;
      const isFar = last !== undefined && position - last > keptConstantDistance;
      if (isFar && isScarce(pressure, last!, position, budget - widestWords)) {
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
    });
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

/** Whether so many words or more are alive anywhere in between. */
function isScarce(pressure: Int32Array, from: number, to: number, words: number): boolean {
  for (let position = from + 1; position <= to; position++) if (pressure[position] >= words) return true;
  return false;
}
