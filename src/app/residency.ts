// What L2 still holds of a buffer when a dispatch comes to it: a stack of the parts that were touched, the latest on
// top (Mattson et al. 1970, "Evaluation techniques for storage hierarchies"). Between two touches of one place lie,
// on average, half of the operation that touched it before, all other parts touched in between, and half of the one
// that comes back to it; a dispatch repeated alone finds what `emulate` says of warm caches.

import { keptOfSweep } from '../emulate/kept-of-sweep.ts';
import type { AppBuffer, Range } from './app.ts';

/** A part of a buffer and the bytes of it, copies in L2 included, that an operation touches. */
export interface Touch {
  readonly range: Range;
  readonly heldBytes: number;
}

interface Entry extends Touch {
  /** Bytes of the operation that touched it last. */
  readonly operationBytes: number;
  readonly operation: number;
}

/** Operations whose bytes are summed up together, so that an app of many takes no longer for each. */
const BLOCK = 256;

/** The parts of one buffer, in the order of their latest touches. */
class TouchedParts {
  private readonly entries = new Map<string, Entry>();
  private start = Number.POSITIVE_INFINITY;
  private end = 0;

  /** The part touched last of those that overlap with this one. */
  latest(range: Range): Entry | undefined {
    // Those who go through a buffer part by part are not looked for among all before.
    if (range.offsetBytes >= this.end || range.offsetBytes + range.sizeBytes <= this.start) return undefined;
    return [...this.entries.values()].findLast((entry) => overlaps(entry.range, range));
  }

  /** The entry of the same part before, if any. */
  put(entry: Entry): Entry | undefined {
    const { offsetBytes, sizeBytes } = entry.range;
    const key = `${offsetBytes}+${sizeBytes}`;
    const before = this.entries.get(key);
    this.entries.delete(key);
    this.entries.set(key, entry);
    this.start = Math.min(this.start, offsetBytes);
    this.end = Math.max(this.end, offsetBytes + sizeBytes);
    return before;
  }
}

export class Residency {
  private readonly l2Bytes: number;
  /** The share of a part that nothing has touched yet which L2 holds. */
  private readonly atFirst: number;
  private readonly touched = new Map<AppBuffer, TouchedParts>();
  /** Bytes that the operations, and blocks of them, touched last. */
  private readonly latestBytes: number[] = [0];
  private readonly blockBytes: number[] = [0];

  /** @param appBytes all that the app may touch: what its last run has left, where caches are warm */
  constructor(l2Bytes: number, appBytes: number, cache: 'warm' | 'cold') {
    this.l2Bytes = l2Bytes;
    this.atFirst = cache === 'cold' ? 0 : keptOfSweep(appBytes / l2Bytes);
  }

  /** Whether nothing has been touched yet. */
  get isEmpty(): boolean {
    return this.touched.size === 0;
  }

  /** The shares of parts that L2 holds as an operation touches them all. */
  keptOf(touches: readonly Touch[]): number[] {
    const own = sum(touches);
    return touches.map(({ range }) => {
      const entry = this.touched.get(range.buffer)?.latest(range);
      if (!entry) return this.atFirst;
      const between = this.bytesSince(entry.operation);
      return keptOfSweep((entry.operationBytes / 2 + between + own / 2) / this.l2Bytes);
    });
  }

  touch(touches: readonly Touch[]): void {
    const operation = this.latestBytes.push(0) - 1;
    if (operation % BLOCK === 0) this.blockBytes.push(0);
    const operationBytes = sum(touches);
    for (const touch of touches) {
      const { buffer } = touch.range;
      const parts = this.touched.get(buffer) ?? new TouchedParts();
      this.touched.set(buffer, parts);
      const before = parts.put({ ...touch, operationBytes, operation });
      if (before) this.add(before.operation, -before.heldBytes);
      this.add(operation, touch.heldBytes);
    }
  }

  private add(operation: number, bytes: number): void {
    this.latestBytes[operation] += bytes;
    this.blockBytes[Math.floor(operation / BLOCK)] += bytes;
  }

  /** What was touched after an operation, each part once. */
  private bytesSince(operation: number): number {
    const block = Math.floor(operation / BLOCK) + 1;
    const all = (sums: readonly number[]) => sums.reduce((sum, bytes) => sum + bytes, 0);
    return all(this.latestBytes.slice(operation + 1, block * BLOCK)) + all(this.blockBytes.slice(block));
  }
}

function sum(touches: readonly Touch[]): number {
  return touches.reduce((all, { heldBytes }) => all + heldBytes, 0);
}

function overlaps(a: Range, b: Range): boolean {
  const within = (one: Range, other: Range) =>
    one.offsetBytes >= other.offsetBytes && one.offsetBytes < other.offsetBytes + other.sizeBytes;
  return within(a, b) || within(b, a);
}
