// Reads a listing of RDNA machine code as Mesa prints it: how often each mnemonic stands in it, and its loops, which
// are branches back to an earlier block.

import {
  classOfMnemonic,
  type InstructionClass,
  instructionClasses,
} from '../../src/compilers/amd/listing.ts';

export type ClassCounts = Readonly<Record<InstructionClass, number>>;

/** A loop's own instructions, without those of loops inside it. */
export interface RecordedLoop {
  /** 1 for a loop in no other. */
  readonly depth: number;
  readonly counts: ClassCounts;
}

export interface CodeListing {
  readonly opcodes: Readonly<Record<string, number>>;
  readonly loops: readonly RecordedLoop[];
}

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
  const opcodes: Record<string, number> = {};
  for (const { mnemonic } of lines) opcodes[mnemonic] = (opcodes[mnemonic] ?? 0) + 1;
  const sorted = Object.entries(opcodes).sort(([a], [b]) => (a < b ? -1 : 1));
  return { opcodes: Object.fromEntries(sorted), loops: loopsOf(lines, labels) };
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

function loopsOf(lines: readonly Line[], labels: ReadonlyMap<string, number>): RecordedLoop[] {
  // By head: the last branch back to it.
  const ends = new Map<number, number>();
  lines.forEach(({ mnemonic, target }, at) => {
    const to = target === undefined ? undefined : labels.get(target);
    if (to !== undefined && to <= at && classOfMnemonic(mnemonic) === 'branch') ends.set(to, at);
  });
  const loops = [...ends].map(([from, to]) => ({ from, to })).sort((a, b) => a.from - b.from);
  return loops.map((loop) => {
    const inside = loops.filter((each) => each !== loop && each.from >= loop.from && each.to <= loop.to);
    const around = loops.filter((each) => each !== loop && each.from <= loop.from && each.to >= loop.to);
    const own: Record<string, number> = {};
    for (let at = loop.from; at <= loop.to; at++) {
      if (inside.some((each) => at >= each.from && at <= each.to)) continue;
      own[lines[at].mnemonic] = (own[lines[at].mnemonic] ?? 0) + 1;
    }
    return { depth: 1 + around.length, counts: classCounts(own) };
  });
}
