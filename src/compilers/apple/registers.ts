// Which registers values stand in, in halves: each takes the first that are free as long as it is alive, aligned to its
// size, neighbours for what is read or written at once. Half a register is kept for the stack of lanes.

import { computeLiveness } from '../../machine/liveness.ts';
import type { RegisterTable, SegmentDraft } from '../../machine/virtual.ts';

/** Halves of registers that the code names. @param hasControl whether lanes part anywhere */
export function halvesUsed(
  drafts: readonly SegmentDraft[],
  registers: RegisterTable,
  hasControl: boolean,
): number {
  const file = new RegisterFile(drafts, registers);
  if (hasControl) file.reserve();
  let now = 0;
  for (const { instructions } of drafts) {
    now++;
    for (const { sources, destinations } of instructions) {
      now++;
      for (const each of sources) if (file.isAlive(each, now)) file.place([each], now);
      file.place(destinations, now);
    }
    now++;
  }
  return file.most;
}

class RegisterFile {
  most = 0;
  private readonly registers: RegisterTable;
  private readonly starts: readonly number[];
  private readonly ends: readonly number[];
  private readonly busyUntil: number[] = [];
  private readonly placed = new Set<number>();
  /** What is stored at once: by register, its vector and the half where it begins in it. */
  private readonly stored: ReadonlyMap<number, { readonly vector: StoredVector; readonly at: number }>;

  constructor(drafts: readonly SegmentDraft[], registers: RegisterTable) {
    this.registers = registers;
    ({ starts: this.starts, ends: this.ends } = liveRanges(drafts, registers));
    this.stored = storedVectors(drafts, (register) => this.sizeOf(register));
  }

  reserve(): void {
    this.busyUntil[0] = Infinity;
    this.most = 1;
  }

  isAlive(register: number, now: number): boolean {
    return this.starts[register] < now;
  }

  /** Gives neighbouring registers to those that have none. */
  place(list: readonly number[], now: number): void {
    const made = [...new Set(list)].filter((each) => !this.placed.has(each));
    if (made.length === 0) return;
    const sizes = made.map((each) => this.sizeOf(each));
    let at = made.length === 1 ? this.placeInVector(made[0], now) : this.firstFree(sum(sizes), now);
    made.forEach((register, k) => {
      for (let half = at; half < at + sizes[k]; half++) this.busyUntil[half] = this.ends[register];
      at += sizes[k];
      this.placed.add(register);
    });
    this.most = Math.max(this.most, at);
  }

  /** What will be stored with others goes where all of them have room, as long as the place is free. */
  private placeInVector(register: number, now: number): number {
    const size = this.sizeOf(register);
    const { vector, at } = this.stored.get(register) ?? {};
    if (!vector || at === undefined) return this.firstFree(size, now);
    vector.base ??= this.firstFree(vector.halves, now);
    const wanted = vector.base + at;
    return this.isFree(wanted, size, now) ? wanted : this.firstFree(size, now);
  }

  private firstFree(count: number, now: number): number {
    const align = 2 ** Math.ceil(Math.log2(count));
    let at = 0;
    while (!this.isFree(at, count, now)) at += align;
    return at;
  }

  /** A register that is read for the last time can be written at once. */
  private isFree(from: number, count: number, now: number): boolean {
    for (let half = from; half < from + count; half++) if ((this.busyUntil[half] ?? -1) > now) return false;
    return true;
  }

  private sizeOf(register: number): number {
    return Math.max(1, 2 * this.registers.words[register]);
  }
}

interface StoredVector {
  readonly halves: number;
  base?: number;
}

const HALF_BYTES = 2;

function storedVectors(drafts: readonly SegmentDraft[], sizeOf: (register: number) => number) {
  const found = new Map<number, { readonly vector: StoredVector; readonly at: number }>();
  for (const { instructions } of drafts)
    for (const { opcode, sources, bytesPerLane = 0 } of instructions) {
      if (!opcode.endsWith('store') || bytesPerLane <= WORD_BYTES) continue;
      const halves = bytesPerLane / HALF_BYTES;
      const vector: StoredVector = { halves };
      for (let [at, k] = [0, 0]; at < halves && k < sources.length; at += sizeOf(sources[k++]))
        if (!found.has(sources[k])) found.set(sources[k], { vector, at });
    }
  return found;
}

const WORD_BYTES = 4;

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}

/** From the first place where a register is alive to the last, in the order in which drafts are laid out. */
function liveRanges(drafts: readonly SegmentDraft[], registers: RegisterTable) {
  const { liveIn, liveOut } = computeLiveness(drafts, registers.count);
  const starts = new Array<number>(registers.count).fill(Infinity);
  const ends = new Array<number>(registers.count).fill(-1);
  const touch = (register: number, at: number): void => {
    starts[register] = Math.min(starts[register], at);
    ends[register] = Math.max(ends[register], at);
  };
  let now = 0;
  for (const { id, instructions } of drafts) {
    now++;
    const at = now;
    liveIn.forEach(id, (register) => touch(register, at));
    for (const { sources, destinations } of instructions) {
      now++;
      for (const each of sources) touch(each, now);
      // What nobody reads takes its place for the instruction all the same.
      for (const each of destinations) touch(each, now + 0.5);
    }
    now++;
    const end = now;
    liveOut.forEach(id, (register) => touch(register, end));
  }
  return { starts, ends };
}
