// L1 of one SM: least-recently-used replacement over whole lines, each with a mask of valid sectors. Data go anywhere;
// where the device's tags lie in sets of a few ways, a line has a tag in the set that its address is hashed to, and the
// set's least recent line goes for it. Lines are the dense numbers of a prepared trace.
//
// Where a loop was shortened, the lines of the iterations that were left out are not in the trace, but they push
// others out: `pass` lets so many lines go by that nobody asks for again. Stores go through to L2, those to local
// memory, too; loads find them in L1.

import { type i32, integer, quotient } from './integers.ts';

/** The tags of a cache. */
class Sets {
  private readonly count: i32;
  /** By line of the trace. */
  private readonly setOf: Uint16Array;
  private readonly tags: Int32Array;
  private readonly used: Int32Array;
  private uses: i32 = 0;

  /** @param setOf by line of the trace, of which copies follow each other among `lines` */
  constructor(setOf: Uint16Array, lines: i32, count: i32) {
    this.count = count;
    this.setOf = setOf;
    this.tags = new Int32Array(count * WAYS).fill(-1);
    this.used = new Int32Array(lines);
  }

  touch(line: i32): void {
    this.used[line] = ++this.uses;
  }

  /** Gives the line a tag; returns the line that had it, or -1. */
  take(line: i32): i32 {
    const { tags, used } = this;
    const first = this.firstOf(line);
    let way = first;
    for (let at = first; at < first + WAYS; at++) {
      if (tags[at] < 0) {
        way = at;
        break;
      }
      if (used[tags[at]] < used[tags[way]]) way = at;
    }
    const before = tags[way];
    tags[way] = line;
    this.touch(line);
    return before;
  }

  leave(line: i32): void {
    const first = this.firstOf(line);
    for (let at = first; at < first + WAYS; at++) if (this.tags[at] === line) this.tags[at] = -1;
  }

  private firstOf(line: i32): i32 {
    const lines = this.setOf.length;
    const copy = quotient(line, lines);
    const set: i32 = this.setOf[line - copy * lines];
    return ((set + copy * APART) % this.count) * WAYS;
  }
}

/** Sets between a line and its copy: the other workgroup's memory lies anywhere. */
const APART: i32 = 197;

/** With four of them and 512 sets, lines that lie anywhere lose each other as often as measured (microbench/l1-keeps.cu). */
const WAYS: i32 = 4;

export class L1Cache {
  /** Valid sectors by line; 0 when the line is not in the cache. */
  readonly valid: Uint8Array;
  private readonly capacityLines: i32;
  private resident: i32 = 0;
  // A ring of resident lines from least to most recent; the element after the last line is its anchor.
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  private readonly anchor: i32;
  /** Lines that went by are in the ring as runs: how many lines each has, and which to use next. */
  private readonly runs = new Int32Array(RUNS);
  private nextRun: i32 = 0;
  private readonly sets: Sets | undefined;

  /** @param setOf by line of the trace; `sets` is 0 where tags may be anywhere */
  constructor(lineCount: i32, capacityLines: i32, setOf: Uint16Array, sets: i32) {
    this.capacityLines = capacityLines;
    this.sets = sets === 0 ? undefined : new Sets(setOf, lineCount, sets);
    this.valid = new Uint8Array(lineCount);
    this.next = new Int32Array(lineCount + 1 + RUNS);
    this.previous = new Int32Array(lineCount + 1 + RUNS);
    this.anchor = lineCount;
    this.next[lineCount] = lineCount;
    this.previous[lineCount] = lineCount;
  }

  /** Makes a resident line the most recent. */
  touch(line: i32): void {
    const { sets } = this;
    if (sets !== undefined) sets.touch(line);
    if (this.previous[this.anchor] === line) return;
    const next = this.next[line];
    const previous = this.previous[line];
    this.next[previous] = next;
    this.previous[next] = previous;
    this.append(line);
  }

  /** Adds sectors to a line, bringing it in when needed. */
  fill(line: i32, sectors: i32): void {
    if (this.capacityLines === 0) return;
    if (this.valid[line] !== 0) {
      this.valid[line] |= sectors;
      this.touch(line);
      return;
    }
    const { sets } = this;
    if (sets !== undefined) {
      const pushedOut = sets.take(line);
      if (pushedOut >= 0) this.drop(pushedOut);
    }
    this.makeRoom(1);
    this.valid[line] = sectors;
    this.append(line);
    this.resident++;
  }

  /** Drops a line and its data. */
  invalidate(line: i32): void {
    if (this.valid[line] === 0) return;
    const { sets } = this;
    if (sets !== undefined) sets.leave(line);
    this.drop(line);
  }

  private drop(line: i32): void {
    this.valid[line] = 0;
    this.remove(line);
    this.resident--;
  }

  /** As many lines come that nobody asks for again. */
  pass(lines: number): void {
    const count = integer(Math.min(Math.round(lines), this.capacityLines));
    if (count === 0) return;
    const run = this.nextRun;
    this.nextRun = (run + 1) % RUNS;
    if (this.runs[run] > 0) this.removeRun(run);
    this.makeRoom(count);
    this.append(this.anchor + 1 + run);
    this.runs[run] = count;
    this.resident += count;
  }

  private makeRoom(lines: i32): void {
    while (this.resident + lines > this.capacityLines) {
      const oldest = this.next[this.anchor];
      if (oldest > this.anchor)
        this.shortenRun(oldest - this.anchor - 1, this.resident + lines - this.capacityLines);
      else this.invalidate(oldest);
    }
  }

  private shortenRun(run: i32, lines: i32): void {
    if (this.runs[run] <= lines) {
      this.removeRun(run);
      return;
    }
    this.runs[run] -= lines;
    this.resident -= lines;
  }

  private removeRun(run: i32): void {
    this.remove(this.anchor + 1 + run);
    this.resident -= this.runs[run];
    this.runs[run] = 0;
  }

  private append(line: i32): void {
    const last = this.previous[this.anchor];
    this.next[last] = line;
    this.previous[line] = last;
    this.next[line] = this.anchor;
    this.previous[this.anchor] = line;
  }

  private remove(line: i32): void {
    const next = this.next[line];
    const previous = this.previous[line];
    this.next[previous] = next;
    this.previous[next] = previous;
  }
}

/** Runs that can be in the cache at once; a further one takes the place of the oldest. */
const RUNS = 256;
