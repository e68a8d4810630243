// The values that registers hold within one segment: a register that is written again holds another value
// from there on. Scheduling counts pressure by values, so that an accumulator whose next value is made in
// between does not seem to live on.

import type { Liveness } from './liveness.ts';
import { GENERAL, type RegisterTable, type SegmentDraft, type VirtualInstruction } from './virtual.ts';

export interface SegmentValues {
  /** Register by value. */
  readonly registerOf: readonly number[];
  /** Values that each instruction of the body reads and writes. */
  readonly reads: readonly (readonly number[])[];
  readonly writes: readonly (readonly number[])[];
  /** Uses by value: in the body, at the segment's end and, once, behind it. */
  readonly uses: Int32Array;
  /** Values alive before the first instruction, and behind the last. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

export function numberValues(
  draft: SegmentDraft,
  body: readonly VirtualInstruction[],
  end: readonly VirtualInstruction[],
  liveness: Liveness,
): SegmentValues {
  const registerOf: number[] = [];
  const current = new Map<number, number>();
  const create = (register: number): number => {
    registerOf.push(register);
    current.set(register, registerOf.length - 1);
    return registerOf.length - 1;
  };
  const heldBy = (register: number): number => current.get(register) ?? create(register);

  const before: number[] = [];
  liveness.liveIn.forEach(draft.id, (register) => before.push(create(register)));
  const reads: number[][] = [];
  const writes: number[][] = [];
  for (const instruction of body) {
    reads.push(instruction.sources.map(heldBy));
    writes.push(instruction.destinations.map(create));
  }
  const atEnd = end.flatMap((instruction) => instruction.sources.map(heldBy));
  const after: number[] = [];
  liveness.liveOut.forEach(draft.id, (register) => after.push(heldBy(register)));

  const uses = new Int32Array(registerOf.length);
  for (const list of reads) for (const value of list) uses[value]++;
  for (const value of atEnd) uses[value]++;
  for (const value of after) uses[value]++;
  return { registerOf, reads, writes, uses, before, after };
}

/** Words of general registers that a value takes. */
export function wordsOf({ registerOf }: SegmentValues, registers: RegisterTable, value: number): number {
  const register = registerOf[value];
  return registers.files[register] === GENERAL ? registers.words[register] : 0;
}

/**
 * Words of general registers alive in front of each instruction, in source order, and behind the last.
 * @param words what a value counts, if not the words that it takes
 */
export function pressureOf(
  values: SegmentValues,
  registers: RegisterTable,
  words: (value: number) => number = (value) => wordsOf(values, registers, value),
): Int32Array {
  const usesLeft = Int32Array.from(values.uses);
  const pressure = new Int32Array(values.reads.length + 1);
  let live = values.before.reduce((sum, value) => sum + words(value), 0);
  values.reads.forEach((reads, position) => {
    pressure[position] = live;
    for (const value of reads) if (--usesLeft[value] === 0) live -= words(value);
    for (const value of values.writes[position]) if (usesLeft[value] > 0) live += words(value);
  });
  pressure[values.reads.length] = live;
  return pressure;
}
