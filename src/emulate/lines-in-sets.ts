// A cache that only says whether it has a line: in sets of a few ways, of which the least recently used goes first.

import { type i32, quotient } from './integers.ts';

/** Measured of code and of constant banks: code a tenth longer than the cache finds part of it there. */
export const WAYS: i32 = 4;

export class LinesInSets {
  private readonly lines: Int32Array;
  private readonly used: Float64Array;
  private readonly sets: i32;
  private uses = 0;

  constructor(lines: i32) {
    this.sets = lines < WAYS ? 1 : quotient(lines, WAYS);
    this.lines = new Int32Array(this.sets * WAYS).fill(-1);
    this.used = new Float64Array(this.sets * WAYS);
  }

  /** Whether it had the line; it has it then, as its most recent one. */
  bring(line: i32): boolean {
    const first = (line % this.sets) * WAYS;
    let way = first;
    for (let other = first; other < first + WAYS; other++) {
      if (this.lines[other] === line) {
        this.used[other] = ++this.uses;
        return true;
      }
      if (this.used[other] < this.used[way]) way = other;
    }
    this.lines[way] = line;
    this.used[way] = ++this.uses;
    return false;
  }
}
