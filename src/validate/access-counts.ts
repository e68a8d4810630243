// The memory instructions of both codes by what they do and how wide they are: what one pass through the code asks of
// the memory. How many sectors that takes nobody records.

import type { ListedAccess, Listing } from '../compilers/listing.ts';
import type { Program } from '../machine/program.ts';
import type { Pair } from './layers.ts';
import { type OpcodeCounts, opcodeCounts } from './opcodes.ts';

export interface AccessCount extends Pair, ListedAccess {}

/** The kinds that either side has, in order of their names. */
export function accessCounts(
  program: Program,
  driver: OpcodeCounts,
  listing: Listing,
): readonly AccessCount[] {
  const found = new Map<string, { kind: string; bytes: number; model: number; driver: number }>();
  const add = (side: keyof Pair, opcodes: OpcodeCounts): void => {
    for (const [each, count] of Object.entries(opcodes)) {
      const access = listing.accessOf(each);
      if (access === undefined) continue;
      const { kind, bytes } = access;
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
