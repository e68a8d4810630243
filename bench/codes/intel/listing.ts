// Reads a listing of Xe machine code as Mesa prints it: how often each mnemonic stands in it, with the type of what it
// writes and how many lanes it is for, sends by what they ask of whom; and its loops, which end in `while`.

import { countsOf, listedLoops } from '../loops.ts';
import type { CodeListing } from '../recording.ts';

const LABEL = /^(LABEL\d+):/;
const INSTRUCTION = /^(?:\([^)]*\) )?([a-z]\w*)( [a-z]\w*)?(?:\.[\w.]+)?\((\d+)\)\s+(.*)$/;
/** What the instruction writes, with its type. */
const TYPE = /^[\w.]+(?:<[^>]*>)?([A-Z]+)\b/;
const MESSAGE = /^\s+(\S+) MsgDesc:\s*\(?\s*(.*)$/;
const TARGET = /JIP:\s+(LABEL\d+)/;

interface Line {
  mnemonic: string;
  readonly target: string | undefined;
}

export function readListing(text: string): CodeListing {
  const lines: Line[] = [];
  const labels = new Map<string, number>();
  for (const line of text.split('\n')) {
    const label = LABEL.exec(line);
    const message = MESSAGE.exec(line);
    const found = INSTRUCTION.exec(line);
    if (label) labels.set(label[1], lines.length);
    else if (message && lines.length > 0) lines.at(-1)!.mnemonic += ` ${messageOf(message[1], message[2])}`;
    else if (found) lines.push(lineOf(`${found[1]}${found[2] ?? ''}`, found[3], found[4]));
  }
  const mnemonics = lines.map(({ mnemonic }) => mnemonic);
  const loops = listedLoops(mnemonics, endsOf(lines, labels));
  return {
    opcodes: countsOf(mnemonics),
    loops: loops.map(({ depth, mnemonics: own }) => ({ depth, counts: classCounts(countsOf(own)) })),
  };
}

function lineOf(name: string, lanes: string, operands: string): Line {
  const isTyped = !/^(send|sync|if|else|endif|while|break|cont|halt|goto|join)/.test(name);
  const type = isTyped ? TYPE.exec(operands)?.[1] : undefined;
  const mnemonic = `${name}${type === undefined ? '' : `:${type}`}(${lanes})`;
  return { mnemonic, target: TARGET.exec(operands)?.[1] };
}

/** Whom a message is for and what it wants: `ugm load d32 V4`. */
function messageOf(unit: string, text: string): string {
  const words = text.split(/[,)]/).map((each) => each.trim());
  const sizes = words
    .slice(1)
    .filter((each) => /^(d\d+|V\d+|transpose|cmask.*|SIMD\d+|Mask = .*)/.test(each));
  return [unit, words[0].replace(/\s*mlen.*/, ''), ...sizes].filter((each) => each !== '').join(' ');
}

export const instructionClasses = ['alu', 'math', 'send', 'flow', 'sync', 'nop'] as const;
export type InstructionClass = (typeof instructionClasses)[number];
export type ClassCounts = Readonly<Record<InstructionClass, number>>;

/** `nop` is what only says how far ahead an instruction waits; the driver's own count leaves it out. */
export function classOfMnemonic(mnemonic: string): InstructionClass {
  if (mnemonic.startsWith('send')) return 'send';
  if (mnemonic.startsWith('math')) return 'math';
  if (mnemonic.startsWith('sync')) return mnemonic.startsWith('sync nop') ? 'nop' : 'sync';
  return /^(if|else|endif|while|break|cont|halt|goto|join)\b/.test(mnemonic) ? 'flow' : 'alu';
}

/** How many instructions of each class. */
export function classCounts(opcodes: Readonly<Record<string, number>>): ClassCounts {
  const counts = Object.fromEntries(instructionClasses.map((each) => [each, 0])) as Record<
    InstructionClass,
    number
  >;
  for (const [opcode, count] of Object.entries(opcodes)) counts[classOfMnemonic(opcode)] += count;
  return counts;
}

function endsOf(lines: readonly Line[], labels: ReadonlyMap<string, number>): Map<number, number> {
  const ends = new Map<number, number>();
  lines.forEach(({ mnemonic, target }, at) => {
    const to = target === undefined ? undefined : labels.get(target);
    if (to !== undefined && to <= at && mnemonic.startsWith('while')) ends.set(to, at);
  });
  return ends;
}
