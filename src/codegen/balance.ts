// Moves, shifts left, shift-adds and plain adds exist on both integer pipes: as MOV, SHF, LEA and IADD3 on the ALU
// pipe, as forms of IMAD on the FMA pipe. The driver spreads them by what else the program needs of either.
// Source: driver code for SM 9.0; the greedy choice is this model's.

import type { SegmentDraft, VirtualInstruction } from './virtual.ts';

const ON_FMA_PIPE: Readonly<Record<string, string>> = {
  MOV: 'IMAD.MOV.U32',
  'SHF.L.U32': 'IMAD.SHL.U32',
  LEA: 'IMAD',
  IADD3: 'IMAD.IADD',
};

const HALF_RATE = 2;

/** Issue cycles that an instruction takes of its pipe; half-rate pipes take two. */
function loadOf(costClass: string): { fma: number; alu: number } {
  switch (costClass) {
    case 'fma':
      return { fma: 1, alu: 0 };
    case 'imad':
      return { fma: HALF_RATE, alu: 0 };
    case 'imad_hi':
      return { fma: 2 * HALF_RATE, alu: 0 };
    case 'alu':
    case 'alu_predicate':
    case 'mov':
      return { fma: 0, alu: HALF_RATE };
    default:
      return { fma: 0, alu: 0 };
  }
}

/** An IADD3 moves when it adds two registers and has no carry. */
function canMove(instruction: VirtualInstruction, isPredicate: (register: number) => boolean): boolean {
  if (ON_FMA_PIPE[instruction.opcode] === undefined) return false;
  const plainInputs = 2;
  return (
    instruction.opcode !== 'IADD3' ||
    (instruction.sources.length === plainInputs &&
      instruction.origin !== 'bounds-check' &&
      !instruction.destinations.some(isPredicate))
  );
}

/** Decides the pipe of every instruction that can go to either. */
export function balancePipes(
  drafts: readonly SegmentDraft[],
  isPredicate: (register: number) => boolean,
): void {
  let fma = 0;
  let alu = 0;
  const movable: VirtualInstruction[] = [];
  for (const draft of drafts) {
    for (const instruction of draft.instructions) {
      if (canMove(instruction, isPredicate)) {
        movable.push(instruction);
        continue;
      }
      const load = loadOf(instruction.costClass);
      fma += load.fma;
      alu += load.alu;
    }
  }
  for (const instruction of movable) {
    if (fma <= alu) {
      instruction.opcode = ON_FMA_PIPE[instruction.opcode]!;
      instruction.costClass = 'imad';
      fma += HALF_RATE;
    } else alu += HALF_RATE;
  }
}
