// What does not fit into the registers that a thread may have lives in memory. Over the code in its final order, the
// value leaves whose next use is farthest away (Belady, "A study of replacement algorithms", 1966); it is stored behind
// each of its definitions and loaded where it is wanted again.

import type { Liveness } from './liveness.ts';
import { NextUses } from './next-uses.ts';
import type { SpillInterval } from './spill-places.ts';
import { GENERAL, type RegisterTable, type SegmentDraft } from './virtual.ts';

/** How much more often a loop's body runs than what is around it. */
const LOOP_TRIPS = 8;

export interface Spills {
  /** By draft: registers to load in front of an instruction, by its index. */
  readonly loads: readonly ReadonlyMap<number, readonly number[]>[];
  /** Registers to store behind their definitions. */
  readonly intervals: readonly SpillInterval[];
}

/**
 * @param most words of general registers that may be alive at once
 * @param ahead so many instructions in front of its use a value is loaded, where that drives nothing out that is wanted
 *   before
 */
export function findSpills(
  drafts: readonly SegmentDraft[],
  registers: RegisterTable,
  liveness: Liveness,
  { most, ahead }: { readonly most: number; readonly ahead: number },
): Spills {
  const uses = new NextUses(drafts, registers.count, liveness);
  const allocation = new Allocation(registers, liveness, uses, { most, ahead });
  const loads = drafts.map((draft) => allocation.walk(draft));
  const weights = new Map<number, number>();
  const add = (register: number, depth: number) =>
    weights.set(register, (weights.get(register) ?? 0) + LOOP_TRIPS ** depth);
  drafts.forEach(({ instructions, loopDepth }, at) => {
    for (const list of loads[at].values()) for (const each of list) add(each, loopDepth);
    for (const { destinations } of instructions)
      for (const each of destinations) if (allocation.gone.has(each)) add(each, loopDepth);
  });
  const intervals = [...allocation.gone].map((register) => {
    const [from, to] = uses.extent(register);
    return { register, words: registers.words[register], from, to, weight: weights.get(register) ?? 0 };
  });
  return { loads, intervals };
}

/** Which values are in registers, along the code. */
class Allocation {
  /** Registers that were out of reach at least once. */
  readonly gone = new Set<number>();
  private readonly registers: RegisterTable;
  private readonly liveness: Liveness;
  private readonly uses: NextUses;
  private readonly most: number;
  private readonly ahead: number;
  /** At the ends of the drafts walked so far, for each draft that follows. */
  private readonly entries = new Map<number, Set<number>>();
  /** By register in reach, where it is wanted next. */
  private inside = new Map<number, number>();
  private words = 0;

  constructor(
    registers: RegisterTable,
    liveness: Liveness,
    uses: NextUses,
    { most, ahead }: { readonly most: number; readonly ahead: number },
  ) {
    this.registers = registers;
    this.liveness = liveness;
    this.uses = uses;
    this.most = most;
    this.ahead = ahead;
  }

  /** @returns what is loaded, by the index of the instruction behind */
  walk(draft: SegmentDraft): Map<number, number[]> {
    const loads = new Map<number, number[]>();
    const { instructions } = draft;
    const start = this.uses.starts[draft.id];
    this.enter(draft, start);
    const load = (register: number, index: number, next: number): void => {
      this.gone.add(register);
      this.add(register, next);
      loads.set(index, [...(loads.get(index) ?? []), register]);
    };
    let seen = 0;
    instructions.forEach(({ sources, destinations }, index) => {
      const position = start + index;
      const read = this.general(sources);
      for (const each of read) if (!this.inside.has(each)) load(each, index, position);
      this.makeRoom(read, position);
      for (; seen < Math.min(instructions.length, index + this.ahead); seen++)
        for (const each of this.general(instructions[seen].sources))
          if (this.isWorthLoading(each, read, position, start + seen)) load(each, index, start + seen);
      for (const each of read) this.wantNext(each, position + 1, draft);
      const written = this.general(destinations);
      for (const each of written) {
        if (!this.inside.has(each)) this.add(each, position);
        this.wantNext(each, position + 1, draft);
      }
      this.makeRoom(written, position);
    });
    this.leave(draft);
    return loads;
  }

  /** Ahead of its use: where there is room, or something leaves that is wanted later still. */
  private isWorthLoading(register: number, kept: readonly number[], position: number, next: number): boolean {
    if (this.inside.has(register) || !this.gone.has(register)) return false;
    if (this.uses.isWritten(register, position, next)) return false;
    const words = this.registers.words[register];
    while (this.words + words > this.most) {
      const farthest = this.farthest(kept, next);
      if (farthest < 0) return false;
      this.drop(farthest);
    }
    return true;
  }

  private general(list: readonly number[]): number[] {
    return list.filter((each) => this.registers.files[each] === GENERAL);
  }

  private add(register: number, next: number): void {
    this.inside.set(register, next);
    this.words += this.registers.words[register];
  }

  private remove(register: number): void {
    if (this.inside.delete(register)) this.words -= this.registers.words[register];
  }

  /** Notes where it is wanted from `position` on; drops what nobody wants any more. */
  private wantNext(register: number, position: number, draft: SegmentDraft): void {
    const next = this.uses.from(register, position, draft.id);
    const end = this.uses.starts[draft.id + 1];
    const isAlive = next < end || this.liveness.liveOut.has(draft.id, register);
    if (isAlive) this.inside.set(register, next);
    else this.remove(register);
  }

  private makeRoom(kept: readonly number[], position: number): void {
    while (this.words > this.most) {
      const farthest = this.farthest(kept, position);
      if (farthest < 0) return;
      this.drop(farthest);
    }
  }

  private drop(register: number): void {
    this.gone.add(register);
    this.remove(register);
  }

  /** The register that is wanted last, behind `position`; -1 for none. */
  private farthest(kept: readonly number[], position: number): number {
    let farthest = -1;
    let distance = position;
    for (const [register, next] of this.inside) {
      if (next <= distance || kept.includes(register)) continue;
      farthest = register;
      distance = next;
    }
    return farthest;
  }

  /** What all drafts in front that are known leave in registers, as far as it is wanted. */
  private enter(draft: SegmentDraft, start: number): void {
    const known = this.entries.get(draft.id);
    this.inside = new Map();
    this.words = 0;
    this.liveness.liveIn.forEach(draft.id, (register) => {
      if (this.registers.files[register] !== GENERAL) return;
      if (known !== undefined && !known.has(register)) return;
      this.add(register, this.uses.from(register, start, draft.id));
    });
    this.makeRoom([], start);
  }

  private leave({ successors }: SegmentDraft): void {
    for (const { id } of successors) {
      const known = this.entries.get(id);
      if (known === undefined) this.entries.set(id, new Set(this.inside.keys()));
      else for (const each of known) if (!this.inside.has(each)) known.delete(each);
    }
  }
}
