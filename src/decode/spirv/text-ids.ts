// Numbers for the ids of assembly text. Numeric ids keep their number where all of them together are as dense
// as in a real module, so that messages, and the words of text that was printed by a disassembler, agree with
// it; otherwise they are names like any other. Names are numbered after them as they come.

import { mostIds } from './binary.ts';

/** About what a word takes in text, at least. */
const CHARACTERS_PER_WORD = 4;

/** The largest bound that a module written like this may have. */
export function mostIdsInText(text: string): number {
  return mostIds(text.length / CHARACTERS_PER_WORD);
}

export class TextIds {
  /** By id, without `%`. */
  readonly names: (string | undefined)[] = [];
  private readonly byName = new Map<string, number>();
  private readonly keepsNumbers: boolean;
  private next: number;

  constructor(text: string) {
    let largest = 0;
    for (const [, digits] of text.matchAll(/%([0-9]+)/g)) largest = Math.max(largest, Number(digits));
    this.keepsNumbers = largest < mostIdsInText(text);
    this.next = this.keepsNumbers ? largest + 1 : 1;
  }

  /** One more than the largest id so far. */
  get bound(): number {
    return Math.max(1, this.names.length);
  }

  /** The id of `%name`. */
  id(name: string): number {
    if (this.keepsNumbers && /^[1-9][0-9]*$/.test(name)) {
      const number = Number(name);
      this.names[number] ??= name;
      return number;
    }
    const known = this.byName.get(name);
    if (known !== undefined) return known;
    const id = this.next++;
    this.byName.set(name, id);
    this.names[id] = name;
    return id;
  }
}
