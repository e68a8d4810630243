// When a register is wanted next, counted in instructions over the code as it lies. Behind the end of a loop come its
// beginning again and then, so much farther away, what follows the loop ("global next-use distances" of Hack and Braun,
// "Register spilling and live-range splitting for SSA-form programs", CC 2009, on code that lies in order).

import type { Liveness } from './liveness.ts';
import type { SegmentDraft } from './virtual.ts';

/** Behind the loop at hand. */
const FAR = 2 ** 24;

interface Loop {
  readonly header: number;
  readonly from: number;
  to: number;
}

export class NextUses {
  /** Position of each draft's first instruction, and behind the last one. */
  readonly starts: Int32Array;
  /** By register: where it is read and where it is written, ascending. */
  readonly reads: readonly number[][];
  readonly writes: readonly number[][];
  private readonly liveness: Liveness;
  /** By draft: the loops that it is in, innermost first. */
  private readonly loops: readonly (readonly Loop[])[];

  constructor(drafts: readonly SegmentDraft[], registerCount: number, liveness: Liveness) {
    this.liveness = liveness;
    this.starts = new Int32Array(drafts.length + 1);
    this.reads = Array.from({ length: registerCount }, () => []);
    this.writes = Array.from({ length: registerCount }, () => []);
    let position = 0;
    drafts.forEach(({ instructions }, at) => {
      for (const { sources, destinations } of instructions) {
        for (const each of sources) this.reads[each].push(position);
        for (const each of destinations) this.writes[each].push(position);
        position++;
      }
      this.starts[at + 1] = position;
    });
    this.loops = loopsAround(drafts, this.starts);
  }

  /**
   * Where `register` is wanted first from `position` on, as a position that grows with the distance; Infinity where it
   * never is. @param draft that `position` lies in
   */
  from(register: number, position: number, draft: number): number {
    const reads = this.reads[register];
    const next = reads[firstFrom(reads, position)] ?? Infinity;
    let exits = 0;
    for (const { header, from, to } of this.loops[draft]) {
      if (next < to) return next + exits * FAR;
      const again = reads[firstFrom(reads, from)] ?? Infinity;
      if (again < position && this.liveness.liveIn.has(header, register))
        return to + (again - from) + exits * FAR;
      exits++;
    }
    return next + exits * FAR;
  }

  /** Whether it gets another value from `position` on and before `end`. */
  isWritten(register: number, position: number, end: number): boolean {
    const writes = this.writes[register];
    return (writes[firstFrom(writes, position)] ?? Infinity) < end;
  }

  /** From the first place to behind the last one where the register must be kept. */
  extent(register: number): [from: number, to: number] {
    const all = [...this.writes[register], ...this.reads[register]];
    let from = Math.min(...all);
    let to = Math.max(...all) + 1;
    for (const loop of new Set(this.loops.flat())) {
      if (!this.liveness.liveIn.has(loop.header, register) || loop.to <= from || loop.from >= to) continue;
      from = Math.min(from, loop.from);
      to = Math.max(to, loop.to);
    }
    return [from, to];
  }
}

/** Index of the first element that is at least `value`. */
function firstFrom(ascending: readonly number[], value: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function loopsAround(drafts: readonly SegmentDraft[], starts: Int32Array): Loop[][] {
  const byHeader = new Map<number, Loop>();
  const last = new Map<Loop, number>();
  drafts.forEach(({ successors }, at) => {
    for (const { id } of successors) {
      if (id > at) continue;
      const loop = byHeader.get(id) ?? { header: id, from: starts[id], to: 0 };
      byHeader.set(id, loop);
      loop.to = Math.max(loop.to, starts[at + 1]);
      last.set(loop, Math.max(last.get(loop) ?? 0, at));
    }
  });
  const loops = [...byHeader.values()];
  return drafts.map((_, at) =>
    loops.filter((loop) => loop.header <= at && at <= last.get(loop)!).sort((a, b) => b.header - a.header),
  );
}
