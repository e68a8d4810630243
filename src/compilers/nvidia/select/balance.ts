// Moves, shifts left, shift-adds and plain adds exist on both integer pipes: as MOV, SHF, LEA and IADD3 on the ALU
// pipe, as forms of IMAD and as VIADD (a sum with an immediate) on the FMA pipe. The driver chooses so that as many
// instructions of the program go to one as to the other, and mixes the two kinds evenly.
// Source: driver code for SM 9.0 (in 202 of 243 programs with both forms the two counts differ by 3 at most, in 238 by
// 9); that VIADD takes the FMA pipe for two cycles and leaves the ALU pipe alone was measured on an H200.

import type { SegmentDraft, VirtualInstruction } from '../../../machine/virtual.ts';

const ON_FMA_PIPE: Readonly<Record<string, string>> = {
  MOV: 'IMAD.MOV.U32',
  'SHF.L.U32': 'IMAD.SHL.U32',
  LEA: 'IMAD',
  IADD3: 'IMAD.IADD',
  VIADD: 'VIADD',
};

const ON_ALU_PIPE: Readonly<Record<string, string>> = { VIADD: 'IADD3' };

const SHIFTS: ReadonlySet<string> = new Set(['SHF.L.U32', 'LEA']);

const FMA_CLASSES: ReadonlySet<string> = new Set(['fma', 'imad', 'imad_hi']);
const ALU_CLASSES: ReadonlySet<string> = new Set(['alu', 'alu_predicate', 'mov']);

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

/** The last operand, by which the first is shifted, becomes what that one is multiplied by. */
function multiplyInstead(instruction: VirtualInstruction): void {
  const shift = instruction.immediates.at(-1);
  if (!shift || !('value' in shift)) return;
  const factor = { ...shift, position: 1, value: 2 ** shift.value };
  instruction.immediates = [...instruction.immediates.slice(0, -1), factor];
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
      if (canMove(instruction, isPredicate)) movable.push(instruction);
      else if (FMA_CLASSES.has(instruction.costClass)) fma++;
      else if (ALU_CLASSES.has(instruction.costClass)) alu++;
    }
  }
  const wanted = Math.floor((alu + movable.length - fma) / 2);
  const moved = Math.min(movable.length, Math.max(0, wanted));
  movable.forEach((instruction, index) => {
    const before = Math.floor((index * moved) / movable.length);
    const isMoved = Math.floor(((index + 1) * moved) / movable.length) > before;
    const { opcode } = instruction;
    if (isMoved && SHIFTS.has(opcode)) multiplyInstead(instruction);
    instruction.opcode = isMoved ? ON_FMA_PIPE[opcode] : (ON_ALU_PIPE[opcode] ?? opcode);
    if (isMoved) instruction.costClass = 'imad';
    else if (opcode === 'VIADD') instruction.costClass = 'alu';
  });
}
