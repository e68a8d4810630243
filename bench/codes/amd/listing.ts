// Reads a listing of RDNA machine code as Mesa prints it: how often each mnemonic stands in it, and its loops, which
// are branches back to an earlier block.

import {
  classOfMnemonic,
  type InstructionClass,
  instructionClasses,
} from '../../../src/compilers/amd/listing.ts';
import { countsOf, listedLoops } from '../loops.ts';
import type { CodeListing } from '../recording.ts';

export type ClassCounts = Readonly<Record<InstructionClass, number>>;

const LABEL = /^(BB\d+):/;
const INSTRUCTION = /^\s+([a-z]\w+)(?:\s+(BB\d+))?/;

interface Line {
  readonly mnemonic: string;
  readonly target: string | undefined;
}

/** The listing's instructions; encodings of operands (`_e32`, `_e64`) are no part of a mnemonic. */
export function readListing(text: string): CodeListing {
  const lines: Line[] = [];
  const labels = new Map<string, number>();
  for (const line of text.split('\n')) {
    const label = LABEL.exec(line);
    if (label) labels.set(label[1], lines.length);
    const found = INSTRUCTION.exec(line);
    if (!found || !classOfMnemonic(found[1])) continue;
    lines.push({ mnemonic: found[1].replace(/_e(32|64)$/, ''), target: found[2] });
  }
  const mnemonics = lines.map(({ mnemonic }) => mnemonic);
  const loops = listedLoops(mnemonics, endsOf(lines, labels));
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

function endsOf(lines: readonly Line[], labels: ReadonlyMap<string, number>): Map<number, number> {
  const ends = new Map<number, number>();
  lines.forEach(({ mnemonic, target }, at) => {
    const to = target === undefined ? undefined : labels.get(target);
    if (to !== undefined && to <= at && classOfMnemonic(mnemonic) === 'branch') ends.set(to, at);
  });
  return ends;
}
