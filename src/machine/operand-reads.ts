// What arithmetic reads from the register file: registers lie in two banks by turns, and an operand that the instruction
// in front has read as well is kept, if the warp goes on at once. Allocation puts what one instruction reads into both
// banks (docs/accuracy.md says of how many listings that was seen): its places here say which bank has the odd one. An
// instruction's counts are packed in a byte, two bits each: what it reads from the first and from the second bank, then
// the same without what may be kept.

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
      const unkept = operands.filter((each) => !before.some((other) => isSameOperand(each, other)));
      const reads = inBanks(operands, registers, places) | (inBanks(unkept, registers, places) << 4);
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

/** Half of the words in each bank, the odd one in that where more of them have their places. */
function inBanks(
  operands: readonly Operand[],
  { words }: RegisterTable,
  places: ReadonlyMap<number, number>,
): number {
  let all = 0;
  let inSecond = 0;
  for (const { register } of operands) {
    const first = places.get(register) ?? register;
    for (let word = 0; word < words[register]; word++) {
      all++;
      inSecond += (first + word) & 1;
    }
  }
  const more = Math.min(MOST, Math.ceil(all / 2));
  const fewer = Math.min(MOST, Math.floor(all / 2));
  return 2 * inSecond > all ? fewer | (more << 2) : more | (fewer << 2);
}
