// What arithmetic reads from the register file: registers lie in two banks by turns, and an operand that the instruction
// in front has read as well is kept, if the warp goes on at once. An instruction's counts are packed in a byte, two bits
// each: what it reads from the first and from the second bank, then the same without what may be kept.

import { GENERAL, type RegisterTable, type SegmentDraft, type VirtualInstruction } from './virtual.ts';

const MOST = 3;

/** Notes the reads of each arithmetic instruction; values without a place lie in the banks by turns. */
export function noteOperandReads(
  drafts: readonly SegmentDraft[],
  registers: RegisterTable,
  places: ReadonlyMap<number, number>,
): void {
  for (const { instructions } of drafts) {
    let before: readonly Operand[] = [];
    for (const instruction of instructions) {
      if (instruction.kind !== 'arithmetic') {
        before = [];
        continue;
      }
      const operands = operandsOf(instruction, registers);
      const all = [0, 0];
      const unkept = [0, 0];
      for (const operand of operands) {
        const isKept = before.some((each) => isSameOperand(each, operand));
        const first = places.get(operand.register) ?? operand.register;
        for (let word = 0; word < registers.words[operand.register]; word++) {
          all[(first + word) & 1]++;
          if (!isKept) unkept[(first + word) & 1]++;
        }
      }
      const reads = packed(all) | (packed(unkept) << 4);
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

function packed([first, second]: readonly number[]): number {
  return Math.min(MOST, first) | (Math.min(MOST, second) << 2);
}
