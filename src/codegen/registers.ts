// How many registers a thread needs: the most 32-bit words of general registers alive at once over the final
// order, plus what the driver adds, and what does not fit. A whole workgroup has to fit into the registers of one
// SM, so a large one leaves each thread fewer than an instruction can name. Predicate and uniform registers are separate files
// with room to spare. Source of the constants: the family's table.

import type { RegisterNumbers } from './family.ts';
import type { Liveness } from './liveness.ts';
import { GENERAL, type RegisterTable, type SegmentDraft } from './virtual.ts';

export interface RegisterUse {
  readonly registersPerThread: number;
  readonly spillBytes: number;
  /** Most words alive at once, by segment. */
  readonly peakWords: Int32Array;
}

const WORD_BYTES = 4;

/** The most registers that a thread of a workgroup of `invocations` may have. */
export function mostRegisters(numbers: RegisterNumbers, invocations: number): number {
  const { maximum, minimum, perWorkgroup, perThreadStep, workgroupStep } = numbers;
  const counted = Math.ceil(invocations / workgroupStep) * workgroupStep;
  const share = Math.floor(perWorkgroup / counted / perThreadStep) * perThreadStep;
  return Math.max(minimum, Math.min(maximum, share));
}

/** `most` is what `mostRegisters` gives for the kernel's workgroups; what is beyond is spilled. */
export function countRegisters(
  drafts: readonly SegmentDraft[],
  registers: RegisterTable,
  liveness: Liveness,
  numbers: RegisterNumbers,
  most: number,
): RegisterUse {
  const peakWords = new Int32Array(drafts.length);
  const lastSeen = new Int32Array(registers.count).fill(-1);
  let peak = 0;
  for (const draft of drafts) {
    peakWords[draft.id] = peakOf(draft, registers, liveness, lastSeen);
    peak = Math.max(peak, peakWords[draft.id]!);
  }
  const needed = Math.max(numbers.minimum, peak + numbers.fixedOverhead);
  const spilled = Math.max(0, needed - most);
  return {
    registersPerThread: Math.min(needed, most),
    spillBytes: spilled * WORD_BYTES,
    peakWords,
  };
}

/** Walks a segment backwards; `alive` is scratch that marks registers alive with the segment's id. */
function peakOf(
  draft: SegmentDraft,
  registers: RegisterTable,
  liveness: Liveness,
  alive: Int32Array,
): number {
  let words = 0;
  const add = (register: number): void => {
    if (registers.files[register] === GENERAL && alive[register] !== draft.id) {
      alive[register] = draft.id;
      words += registers.words[register]!;
    }
  };
  liveness.liveOut.forEach(draft.id, add);
  let peak = words;
  for (let index = draft.instructions.length - 1; index >= 0; index--) {
    const instruction = draft.instructions[index]!;
    for (const destination of instruction.destinations) add(destination);
    peak = Math.max(peak, words);
    for (const destination of instruction.destinations) {
      if (alive[destination] === draft.id) {
        alive[destination] = -1;
        words -= registers.words[destination]!;
      }
    }
    for (const source of instruction.sources) add(source);
    peak = Math.max(peak, words);
  }
  return peak;
}
