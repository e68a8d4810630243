// Reads a listing of NVIDIA machine code as Mesa's compiler (NAK) prints it: how often each mnemonic stands in it, and
// its loops, which are branches back to an earlier block. Mnemonics and their modifiers are NAK's own spelling, those of
// NVIDIA's tools are upper case; classes are of what both have in common.

import { countsOf, listedLoops } from '../loops.ts';
import type { CodeListing } from '../recording.ts';

export const instructionClasses = ['float', 'integer', 'global', 'shared', 'special', 'control'] as const;
export type InstructionClass = (typeof instructionClasses)[number];
export type ClassCounts = Readonly<Record<InstructionClass, number>>;

const BLOCK = /^block(?:\.u)? \d+ (L\d+)/;
/** A guard, what is written, the mnemonic, operands. */
const INSTRUCTION = /^(?:@!?\w+)?\s+(?:[\w. ]+?\s+= )?([a-z][\w.]*)(.*?)\s*\/\//;

/** By the mnemonic in lower case without its modifiers; `ld` and `st` by the space that stands behind it. */
const CLASSES: readonly (readonly [RegExp, InstructionClass | undefined])[] = [
  // Padding, and what only tells the scheduler of barriers.
  [/^nop$/, undefined],
  [/^(ld|st)\.shared|^(lds|sts|atoms)(\.|$)|^atom\S*\.shared/, 'shared'],
  [/^(ld|st|atom|red|ldg|stg|atomg|redg|ldl|stl|tex|tld|tld4|txq|suld|sust|suatom)(\.|$)/, 'global'],
  [
    /^(mufu|shfl|vote|redux|match|s2r|cs2r|s2ur|r2ur|popc|flo|brev|i2f|f2i|f2f|i2i|frnd|dfma|dadd|dmul)/,
    'special',
  ],
  [
    /^(bra|brx|bssy|bsync|break|bclear|bmov|exit|call|ret|warpsync|bar|membar|errbar|cctl|depbar|yield|kill|jmp)(\.|$)/,
    'control',
  ],
  [/^(f(fma|add|mul|mnmx|set|setp|sel|swzadd|chk)|h(fma2|add2|mul2|mnmx2|set2|setp2))(\.|$)/, 'float'],
];

/** Everything else computes with integers, moves or selects. */
export function classOfMnemonic(mnemonic: string): InstructionClass | undefined {
  const lower = mnemonic.toLowerCase();
  const found = CLASSES.find(([pattern]) => pattern.test(lower));
  return found ? found[1] : 'integer';
}

export function classCounts(opcodes: Readonly<Record<string, number>>): ClassCounts {
  const counts = Object.fromEntries(instructionClasses.map((each) => [each, 0])) as Record<
    InstructionClass,
    number
  >;
  for (const [opcode, count] of Object.entries(opcodes)) {
    const found = classOfMnemonic(opcode);
    if (found !== undefined) counts[found] += count;
  }
  return counts;
}

export function readListing(text: string): CodeListing {
  const lines: { readonly mnemonic: string; readonly target: string | undefined }[] = [];
  const labels = new Map<string, number>();
  for (const line of text.split('\n')) {
    const block = BLOCK.exec(line);
    if (block) labels.set(block[1], lines.length);
    const found = INSTRUCTION.exec(line);
    if (found) lines.push({ mnemonic: found[1], target: /\b(L\d+)\b/.exec(found[2])?.[1] });
  }
  const ends = new Map<number, number>();
  lines.forEach(({ mnemonic, target }, at) => {
    const to = target === undefined || mnemonic !== 'bra' ? undefined : labels.get(target);
    if (to !== undefined && to <= at) ends.set(to, at);
  });
  const mnemonics = lines.map(({ mnemonic }) => mnemonic);
  return {
    opcodes: countsOf(mnemonics),
    loops: listedLoops(mnemonics, ends).map(({ depth, mnemonics: own }) => ({
      depth,
      counts: classCounts(countsOf(own)),
    })),
  };
}
