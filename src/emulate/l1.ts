// L1 of one SM: exact least-recently-used replacement over whole lines, each with a mask of valid sectors.
// Real caches have sets and undocumented policies; full associativity is the assumption that needs no
// parameter besides the capacity. Lines are the dense numbers of a prepared trace.
//
// Where a loop was shortened, the lines of the iterations that were left out are not in the trace, but they push
// others out: `pass` lets so many lines go by that nobody asks for again. Stores go through to L2, those to local
// memory, too; loads find them in L1.

import { type i32, integer } from './integers.ts';

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

  constructor(lineCount: i32, capacityLines: i32) {
    this.capacityLines = capacityLines;
    this.valid = new Uint8Array(lineCount);
    this.next = new Int32Array(lineCount + 1 + RUNS);
    this.previous = new Int32Array(lineCount + 1 + RUNS);
    this.anchor = lineCount;
    this.next[lineCount] = lineCount;
    this.previous[lineCount] = lineCount;
  }

  /** Makes a resident line the most recent. */
  touch(line: i32): void {
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
    this.makeRoom(1);
    this.valid[line] = sectors;
    this.append(line);
    this.resident++;
  }

  /** Drops a line and its data. */
  invalidate(line: i32): void {
    if (this.valid[line] === 0) return;
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
