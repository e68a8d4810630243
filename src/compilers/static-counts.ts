// How many instructions the code has: all, and those of each unit by which the vendor counts.

import type { Program } from '../machine/program.ts';
import type { Listing } from './listing.ts';

export interface StaticCounts {
  readonly static: number;
  /** By the units of the listing, zeros too; by cost class where it has none. */
  readonly staticByClass: Readonly<Record<string, number>>;
}

/** Counts the code of a program whose mnemonics are those of the listing. */
export function staticCounts({ segments }: Program, { units = [], unitOf }: Listing): StaticCounts {
  const staticByClass: Record<string, number> = Object.fromEntries(units.map((unit) => [unit, 0]));
  const instructions = segments.flatMap((segment) => segment.instructions);
  for (const { opcode, costClass } of instructions) {
    const name = unitOf ? unitOf(opcode) : costClass;
    if (name !== undefined) staticByClass[name] = (staticByClass[name] ?? 0) + 1;
  }
  return { static: instructions.length, staticByClass };
}
