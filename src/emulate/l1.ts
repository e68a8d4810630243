// L1 of one SM: exact least-recently-used replacement over whole lines, each with a mask of valid sectors.
// Real caches have sets and undocumented policies; full associativity is the assumption that needs no
// parameter besides the capacity. Lines are the dense numbers of a prepared trace.

export class L1Cache {
  /** Valid sectors by line; 0 when the line is not in the cache. */
  readonly valid: Uint8Array;
  /** Sectors written but not yet in L2 (private memory only; buffers are written through). */
  readonly dirty: Uint8Array;
  readonly #capacityLines: number;
  #resident = 0;
  // A ring of resident lines from least to most recent; the element after the last line is its anchor.
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #anchor: number;

  constructor(lineCount: number, capacityLines: number) {
    this.#capacityLines = capacityLines;
    this.valid = new Uint8Array(lineCount);
    this.dirty = new Uint8Array(lineCount);
    this.#next = new Int32Array(lineCount + 1);
    this.#previous = new Int32Array(lineCount + 1);
    this.#anchor = lineCount;
    this.#next[lineCount] = lineCount;
    this.#previous[lineCount] = lineCount;
  }

  /** Makes a resident line the most recent. */
  touch(line: number): void {
    if (this.#previous[this.#anchor] === line) return;
    const next = this.#next[line];
    const previous = this.#previous[line];
    this.#next[previous] = next;
    this.#previous[next] = previous;
    this.#append(line);
  }

  /**
   * Adds sectors to a line, bringing it in when needed. Returns the mask of dirty sectors that were evicted
   * to make room, 0 when none.
   */
  fill(line: number, sectors: number): number {
    if (this.#capacityLines === 0) return 0;
    if (this.valid[line] !== 0) {
      this.valid[line] |= sectors;
      this.touch(line);
      return 0;
    }
    let evicted = 0;
    if (this.#resident === this.#capacityLines) evicted = this.#evictOldest();
    this.valid[line] = sectors;
    this.#append(line);
    this.#resident++;
    return evicted;
  }

  /** Drops a line and its data. */
  invalidate(line: number): void {
    if (this.valid[line] === 0) return;
    this.valid[line] = 0;
    this.dirty[line] = 0;
    this.#remove(line);
    this.#resident--;
  }

  #evictOldest(): number {
    const oldest = this.#next[this.#anchor];
    const dirty = this.dirty[oldest];
    this.invalidate(oldest);
    return dirty;
  }

  #append(line: number): void {
    const last = this.#previous[this.#anchor];
    this.#next[last] = line;
    this.#previous[line] = last;
    this.#next[line] = this.#anchor;
    this.#previous[this.#anchor] = line;
  }

  #remove(line: number): void {
    const next = this.#next[line];
    const previous = this.#previous[line];
    this.#next[previous] = next;
    this.#previous[next] = previous;
  }
}
