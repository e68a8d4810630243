// What L2 still holds of a buffer when a dispatch comes to it: a stack of the parts that were touched, the latest on
// top (Mattson et al. 1970, "Evaluation techniques for storage hierarchies"). Between two touches of one place lie,
// on average, half of the operation that touched it before, all other parts touched in between, and half of the one
// that comes back to it; a dispatch repeated alone finds what `emulate` says of warm caches.

import { keptOfSweep } from '../emulate/l2.ts';
import type { Range } from './app.ts';

/** A part of a buffer and the bytes of it, copies in L2 included, that an operation touches. */
export interface Touch {
  readonly range: Range;
  readonly heldBytes: number;
}

interface Entry extends Touch {
  /** Bytes of the operation that touched it last. */
  operationBytes: number;
  operation: number;
}

export class Residency {
  private readonly l2Bytes: number;
  /** The share of a part that nothing has touched yet which L2 holds. */
  private readonly atFirst: number;
  private readonly stack: Entry[] = [];
  private operation = 0;

  /** @param appBytes all that the app may touch: what its last run has left, where caches are warm */
  constructor(l2Bytes: number, appBytes: number, cache: 'warm' | 'cold') {
    this.l2Bytes = l2Bytes;
    this.atFirst = cache === 'cold' ? 0 : keptOfSweep(appBytes / l2Bytes);
  }

  /** Whether nothing has been touched yet. */
  get isEmpty(): boolean {
    return this.stack.length === 0;
  }

  /** The shares of parts that L2 holds as an operation touches them all. */
  keptOf(touches: readonly Touch[]): number[] {
    const own = sum(touches);
    return touches.map(({ range }) => {
      const at = this.stack.findIndex((entry) => overlaps(entry.range, range));
      if (at < 0) return this.atFirst;
      const { operation, operationBytes } = this.stack[at];
      const between = sum(this.stack.slice(0, at).filter((entry) => entry.operation > operation));
      return keptOfSweep((operationBytes / 2 + between + own / 2) / this.l2Bytes);
    });
  }

  touch(touches: readonly Touch[]): void {
    this.operation++;
    const operationBytes = sum(touches);
    for (const touch of touches) {
      const known = this.stack.findIndex((entry) => isSame(entry.range, touch.range));
      if (known >= 0) this.stack.splice(known, 1);
      this.stack.unshift({ ...touch, operationBytes, operation: this.operation });
    }
  }
}

function sum(touches: readonly Touch[]): number {
  return touches.reduce((all, { heldBytes }) => all + heldBytes, 0);
}

function isSame(a: Range, b: Range): boolean {
  return a.buffer === b.buffer && a.offsetBytes === b.offsetBytes && a.sizeBytes === b.sizeBytes;
}

function overlaps(a: Range, b: Range): boolean {
  const within = (one: Range, other: Range) =>
    one.offsetBytes >= other.offsetBytes && one.offsetBytes < other.offsetBytes + other.sizeBytes;
  return a.buffer === b.buffer && (within(a, b) || within(b, a));
}
