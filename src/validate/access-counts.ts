// The memory instructions of both codes by what they do and how wide they are: what one pass through the code asks of
// the memory. How many sectors that takes nobody records.

import type { Program } from '../machine/program.ts';
import type { Pair } from './layers.ts';
import { opcodeCounts } from './mnemonics.ts';

export interface AccessCount extends Pair {
  /** Mnemonic without modifiers: `LDG`, `STS`, … */
  readonly kind: string;
  /** Bytes that a lane moves. */
  readonly bytes: number;
}

/** `REDG` is the family's name for a `RED` to storage. */
const ACCESS = /^(LDG|STG|LDS|STS|LDL|STL|ATOMG|ATOMS|REDG|RED)(?:\.|$)/;
const WIDTH = /\.[US]?(8|16|32|64|128)(?=\.|$)/;
const WORD_BYTES = 4;

/** The kinds that either side has, in order of their names. */
export function accessCounts(
  program: Program,
  driver: Readonly<Record<string, number>>,
): readonly AccessCount[] {
  const found = new Map<string, { kind: string; bytes: number; model: number; driver: number }>();
  const add = (side: keyof Pair, opcodes: Readonly<Record<string, number>>): void => {
    for (const [opcode, count] of Object.entries(opcodes)) {
      const kind = ACCESS.exec(opcode)?.[1].replace(/^REDG$/, 'RED');
      if (kind === undefined) continue;
      const width = WIDTH.exec(opcode)?.[1];
      const bytes = width === undefined ? WORD_BYTES : Number(width) / 8;
      const known = found.get(`${kind}.${bytes}`) ?? { kind, bytes, model: 0, driver: 0 };
      found.set(`${kind}.${bytes}`, known);
      known[side] += count;
    }
  };
  add('model', opcodeCounts(program));
  add('driver', driver);
  return [...found.values()].sort((a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : a.bytes - b.bytes));
}

/** All of them, however wide. */
export function accessesInCode(accesses: readonly AccessCount[]): Pair {
  const sum = (side: keyof Pair) => accesses.reduce((all, each) => all + each[side], 0);
  return { model: sum('model'), driver: sum('driver') };
}
