// Side tables of a module: facts about constructs and values that the IR itself does not state, by name. Whoever
// looks a fact up owns its name; passes only see to it that a copy has the notes of the original.

import type { Notes, NoteTable } from './ir.ts';

/** Of a loop: it is known to end, so it may go when nothing needs what it does. */
export const FINITE = 'finite';

/** For modules about which nothing is noted. */
export const NO_NOTES: Notes = { constructs: new Map(), values: new Map() };

/** Notes of a module in the making. */
export class GrowingNotes implements Notes {
  readonly constructs: Map<number, readonly string[]>;
  readonly values: Map<number, readonly string[]>;

  constructor(base: Notes = NO_NOTES) {
    this.constructs = new Map(base.constructs);
    this.values = new Map(base.values);
  }
}

export function isNoted(table: NoteTable, id: number, fact: string): boolean {
  return table.get(id)?.includes(fact) ?? false;
}

export function note(table: Map<number, readonly string[]>, id: number, facts: readonly string[]): void {
  if (facts.length > 0) table.set(id, [...(table.get(id) ?? []), ...facts]);
}

/** What is noted about `original` holds for `copy` too. */
export function inherit(table: Map<number, readonly string[]>, original: number, copy: number): void {
  note(table, copy, table.get(original) ?? []);
}
