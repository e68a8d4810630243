// Reads what the driver prints of a shader: the disassembly of its main part, which comes before that of the preamble.

import {
  classOfMnemonic,
  type InstructionClass,
  instructionClasses,
} from '../../../src/compilers/apple/listing.ts';
import { countsOf, listedLoops } from '../loops.ts';
import type { CodeListing } from '../recording.ts';

export type ClassCounts = Readonly<Record<InstructionClass, number>>;

/** `  1c: 5228  if  r1, u18, 1, ult` */
const LINE = /^ *([0-9a-f]+): [0-9a-f]+ +([a-z]\S*) *(.*)$/;

/** The first of the disassemblies; undefined where there is none. */
export function mainListing(printed: string): string | undefined {
  const lines = printed.split('\n');
  const from = lines.findIndex((each) => LINE.test(each));
  if (from < 0) return undefined;
  const length = lines.slice(from).findIndex((each) => !LINE.test(each));
  return lines.slice(from, length < 0 ? undefined : from + length).join('\n');
}

export function readListing(text: string): CodeListing {
  const lines = text.split('\n').flatMap((line) => {
    const found = LINE.exec(line);
    return found ? [{ place: Number.parseInt(found[1], 16), mnemonic: found[2], operands: found[3] }] : [];
  });
  const mnemonics = lines.map(({ mnemonic }) => mnemonic);
  // By head: the last branch back to it.
  const ends = new Map<number, number>();
  lines.forEach(({ place, mnemonic, operands }, at) => {
    if (mnemonic !== 'jmp_any') return;
    ends.set(
      lines.findIndex((each) => each.place === place + Number(operands)),
      at,
    );
  });
  const loops = listedLoops(mnemonics, ends);
  return {
    opcodes: countsOf(mnemonics),
    loops: loops.map(({ depth, mnemonics: own }) => ({ depth, counts: classCounts(countsOf(own)) })),
  };
}

/** How many instructions of each class. */
export function classCounts(opcodes: Readonly<Record<string, number>>): ClassCounts {
  const counts = Object.fromEntries(instructionClasses.map((each) => [each, 0])) as Record<
    InstructionClass,
    number
  >;
  for (const [opcode, count] of Object.entries(opcodes)) counts[classOfMnemonic(opcode)!] += count;
  return counts;
}
