// What arithmetic reads from the register file: registers lie in two banks by turns, allocation puts what one instruction
// reads into both, and an operand that the instruction in front has read as well is kept, if the warp goes on at once.
// (docs/accuracy.md says of how many listings that was seen.) An instruction's counts are packed in a byte, two bits
// each: what it reads from the first and from the second bank, then the same without what may be kept.

import { GENERAL, type RegisterTable, type SegmentDraft, type VirtualInstruction } from './virtual.ts';

const MOST = 3;

/** Notes the reads of each arithmetic instruction. */
export function noteOperandReads(drafts: readonly SegmentDraft[], registers: RegisterTable): void {
  // Which bank has the odd one.
  let turn = 0;
  for (const { instructions } of drafts) {
    let before: readonly Operand[] = [];
    for (const instruction of instructions) {
      if (instruction.kind !== 'arithmetic') {
        before = [];
        continue;
      }
      const operands = operandsOf(instruction, registers);
      const words = (which: readonly Operand[]) =>
        which.reduce((sum, { register }) => sum + registers.words[register], 0);
      const unkept = operands.filter((each) => !before.some((other) => isSameOperand(each, other)));
      const reads = inBanks(words(operands), turn) | (inBanks(words(unkept), turn) << 4);
      turn = 1 - turn;
      if (reads !== 0) instruction.bankReads = reads;
      before = operands.filter(({ register }) => !instruction.destinations.includes(register));
    }
  }
}

interface Operand {
  readonly register: number;
  /** Whether it stands behind the two that an instruction may take in either order. */
  readonly isThird: boolean;
}

/** The general registers that an instruction reads, each once, with their position among all operands. */
function operandsOf({ sources, immediates }: VirtualInstruction, { files }: RegisterTable): Operand[] {
  const operands: Operand[] = [];
  sources.forEach((register, index) => {
    if (files[register] !== GENERAL || operands.some((each) => each.register === register)) return;
    const named = immediates.filter(({ position }) => position <= index).length;
    operands.push({ register, isThird: index + named > 1 });
  });
  return operands;
}

function isSameOperand(one: Operand, other: Operand): boolean {
  return one.register === other.register && one.isThird === other.isThird;
}

function inBanks(words: number, turn: number): number {
  const more = Math.min(MOST, Math.ceil(words / 2));
  const fewer = Math.min(MOST, Math.floor(words / 2));
  return turn === 0 ? more | (fewer << 2) : fewer | (more << 2);
}
