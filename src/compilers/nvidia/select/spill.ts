// Loads and stores of what does not fit into registers. The driver keeps as much of it in workgroup memory as costs no
// occupancy, and the rest in local memory.

import type { Liveness } from '../../../machine/liveness.ts';
import { findSpills } from '../../../machine/spill.ts';
import { placeSpills } from '../../../machine/spill-places.ts';
import type { VirtualInstruction } from '../../../machine/virtual.ts';
import type { Selection } from './selection.ts';

const WORD_BYTES = 4;

export interface SpillLimits {
  /** Registers for values. */
  readonly most: number;
  /** So many instructions in front of its use a value is loaded. */
  readonly ahead: number;
  /** Words of workgroup memory that an invocation may have for them. */
  readonly sharedWords: number;
}

/** Memory of an invocation for what does not fit. */
export interface Spilled {
  readonly localBytes: number;
  readonly sharedBytes: number;
}

/** Inserts loads and stores into the code in its final order. */
export function insertSpills(s: Selection, liveness: Liveness, limits: SpillLimits): Spilled {
  const { drafts } = s.code;
  const { table } = s.values;
  const { loads, intervals } = findSpills(drafts, table, liveness, limits);
  const places = placeSpills(intervals, limits.sharedWords);
  drafts.forEach((draft, at) => {
    const spills: { bytes: number; offset: number }[] = [];
    const move = (isLoad: boolean, register: number, near: VirtualInstruction): VirtualInstruction => {
      const { isShared, firstWord } = places.of.get(register)!;
      const bytes = WORD_BYTES * table.words[register];
      if (!isShared) spills.push({ bytes, offset: WORD_BYTES * firstWord });
      const opcode = `${isLoad ? 'LD' : 'ST'}${isShared ? 'S' : 'L'}`;
      return {
        ...near,
        opcode,
        kind: `${isLoad ? 'load' : 'store'}${isShared ? 'Shared' : 'Local'}`,
        costClass: s.code.classOf(opcode),
        destinations: isLoad ? [register] : [],
        sources: isLoad ? [] : [register],
        immediates: [],
        access: isShared ? undefined : spills.length - 1,
        joined: [],
        bytesPerLane: bytes,
        scope: undefined,
        aggregation: undefined,
        origin: 'spill',
        expands: undefined,
        order: undefined,
        isCopy: false,
        isRepeatable: false,
        endsBlock: false,
      };
    };
    const code: VirtualInstruction[] = [];
    const own: VirtualInstruction[] = [];
    draft.instructions.forEach((instruction, index) => {
      for (const register of loads[at].get(index) ?? []) code.push(move(true, register, instruction));
      code.push(instruction);
      own.push(instruction);
      for (const register of instruction.destinations)
        if (places.of.has(register)) code.push(move(false, register, instruction));
    });
    // They are recorded in front of the segment's own accesses.
    for (const each of own) {
      if (each.access !== undefined) each.access += spills.length;
      each.joined?.forEach((position, k) => {
        each.joined![k] = position + spills.length;
      });
    }
    draft.instructions = code;
    draft.spills = spills;
    draft.accessCount += spills.length;
  });
  return { localBytes: WORD_BYTES * places.localWords, sharedBytes: WORD_BYTES * places.sharedWords };
}
