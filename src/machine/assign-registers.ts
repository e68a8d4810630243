// Which register each value gets, to know the highest one: a thread is given all registers up to there. Handed out
// are the lowest free ones, but the words of a wide access lie side by side and aligned, and values that
// one instruction reads go to different banks where they can. Both leave holes, one or two
// registers at most; the order (by first definition) is this model's.

import type { Liveness } from './liveness.ts';
import { GENERAL, type RegisterTable, type SegmentDraft, type VirtualInstruction } from './virtual.ts';

export interface BankNumbers {
  /** Registers that an operand can name. */
  readonly nameable: number;
  /** Banks that registers lie in by turns; ... */
  readonly banks: number;
  /** ... free registers among which the bank decides. */
  readonly bankChoices: number;
}

export interface RegisterPlaces {
  /** Number of registers up to the highest that is used; all that can be named where they do not suffice. */
  readonly count: number;
  /** The first hardware register of each value that has one. */
  readonly of: ReadonlyMap<number, number>;
}

/** Places for all general registers. */
export function assignRegisters(
  drafts: readonly SegmentDraft[],
  registers: RegisterTable,
  liveness: Liveness,
  numbers: BankNumbers,
): RegisterPlaces {
  const ranges = collectRanges(drafts, registers, liveness);
  const groups = collectGroups(drafts, registers);
  const partners = collectPartners(drafts, registers);
  return new Assignment(ranges, groups, partners, registers, numbers).run();
}

/** Live ranges by register, flattened as start, end, …: instruction p reads at 2p and writes at 2p + 1. */
type Ranges = ReadonlyMap<number, readonly number[]>;

function collectRanges(
  drafts: readonly SegmentDraft[],
  registers: RegisterTable,
  liveness: Liveness,
): Ranges {
  const ranges = new Map<number, number[]>();
  const opened = new Map<number, { start: number; last: number }>();
  const close = (register: number, last: number): void => {
    const list = ranges.get(register);
    const { start } = opened.get(register)!;
    if (!list) ranges.set(register, [start, last]);
    else if (list.at(-1)! >= start - 1) list[list.length - 1] = last;
    else list.push(start, last);
    opened.delete(register);
  };
  let position = 0;
  for (const draft of drafts) {
    const isGeneral = (register: number): boolean => registers.files[register] === GENERAL;
    const from = 2 * position;
    liveness.liveIn.forEach(draft.id, (register) => {
      if (isGeneral(register)) opened.set(register, { start: from, last: from });
    });
    for (const { sources, destinations } of draft.instructions) {
      for (const source of sources) {
        const interval = opened.get(source);
        if (interval) interval.last = 2 * position;
      }
      for (const destination of destinations) {
        if (!isGeneral(destination)) continue;
        const interval = opened.get(destination);
        // What is written under a predicate, over its own old value, lives on.
        if (interval && interval.last < 2 * position) close(destination, interval.last);
        if (!opened.has(destination))
          opened.set(destination, {
            start: 2 * position + 1,
            last: 2 * position + 1,
          });
      }
      position++;
    }
    const to = 2 * position;
    for (const [register, { last }] of [...opened])
      close(register, liveness.liveOut.has(draft.id, register) ? to : last);
    position++;
  }
  return ranges;
}

/** Registers that one access moves together, in their order; each register belongs to at most one group. */
function collectGroups(
  drafts: readonly SegmentDraft[],
  registers: RegisterTable,
): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<number, readonly number[]>();
  const add = (members: readonly number[]): void => {
    const isFree = members.every((each) => !groups.has(each) && registers.files[each] === GENERAL);
    if (members.length < 2 || !isFree || new Set(members).size < members.length) return;
    for (const each of members) groups.set(each, members);
  };
  for (const { instructions } of drafts) {
    for (const instruction of instructions) {
      if (
        instruction.destinations.length > 1 &&
        instruction.order?.sizeBytes === 4 * instruction.destinations.length
      )
        add(instruction.destinations);
      const stored = storedWords(instruction);
      if (stored > 1) {
        const values = instruction.sources.filter((each) => registers.files[each] === GENERAL);
        add(values.slice(-stored));
      }
    }
  }
  return groups;
}

function storedWords({ order, costClass }: VirtualInstruction): number {
  const wordBytes = 4;
  return order?.kind === 'store' && costClass.startsWith('store') ? order.sizeBytes / wordBytes : 0;
}

/** Values that an instruction reads together with a value. */
function collectPartners(
  drafts: readonly SegmentDraft[],
  registers: RegisterTable,
): ReadonlyMap<number, readonly number[]> {
  const partners = new Map<number, number[]>();
  for (const { instructions } of drafts) {
    for (const { sources, order } of instructions) {
      if (order) continue;
      const read = sources.filter((each) => registers.files[each] === GENERAL && registers.words[each] === 1);
      for (const one of read) {
        for (const other of read) {
          if (one === other) continue;
          const list = partners.get(one);
          if (list) list.push(other);
          else partners.set(one, [other]);
        }
      }
    }
  }
  return partners;
}

class Assignment {
  private readonly ranges: Ranges;
  private readonly groups: ReadonlyMap<number, readonly number[]>;
  private readonly partners: ReadonlyMap<number, readonly number[]>;
  private readonly registers: RegisterTable;
  private readonly numbers: BankNumbers;
  private readonly assigned = new Map<number, number>();
  /** By hardware register: the ranges in which it is taken, one bit per position. */
  private readonly taken: Uint32Array[] = [];
  private readonly positions: number;
  private highest = 0;

  constructor(
    ranges: Ranges,
    groups: ReadonlyMap<number, readonly number[]>,
    partners: ReadonlyMap<number, readonly number[]>,
    registers: RegisterTable,
    numbers: BankNumbers,
  ) {
    this.numbers = numbers;
    this.ranges = ranges;
    this.groups = groups;
    this.partners = partners;
    this.registers = registers;
    let end = 0;
    for (const list of ranges.values()) end = Math.max(end, list.at(-1)!);
    this.positions = end + 1;
  }

  run(): RegisterPlaces {
    const sizeOf = (register: number): number =>
      this.groups.get(register)?.length ?? this.registers.words[register];
    const order = [...this.ranges.keys()].sort(
      (a, b) => sizeOf(b) - sizeOf(a) || this.ranges.get(a)![0] - this.ranges.get(b)![0],
    );
    for (const register of order) {
      if (this.assigned.has(register)) continue;
      const members = this.groups.get(register) ?? [register];
      this.place(members);
    }
    return { count: this.highest, of: this.assigned };
  }

  private place(members: readonly number[]): void {
    const { nameable, banks, bankChoices } = this.numbers;
    const widths = members.map((each) => this.registers.words[each]);
    const size = widths.reduce((sum, each) => sum + each, 0);
    const step = 2 ** Math.ceil(Math.log2(size));
    let chosen = -1;
    let choices = 0;
    const wanted = members.length === 1 && size === 1 ? this.wantedBank(members[0]) : undefined;
    for (let at = 0; at < nameable && choices < bankChoices; at += step) {
      if (!this.isFree(members, widths, at)) continue;
      if (chosen < 0) chosen = at;
      choices++;
      if (wanted === undefined) break;
      if (at % banks === wanted) {
        chosen = at;
        break;
      }
    }
    if (chosen < 0) {
      this.highest = nameable;
      return;
    }
    let at = chosen;
    members.forEach((each, index) => {
      for (let word = 0; word < widths[index]; word++) this.take(at + word, this.ranges.get(each) ?? []);
      this.assigned.set(each, at);
      at += widths[index];
    });
    this.highest = Math.max(this.highest, at);
  }

  /** The bank that the values read beside this one leave free; undefined when it does not matter. */
  private wantedBank(register: number): number | undefined {
    let taken = 0;
    for (const partner of this.partners.get(register) ?? []) {
      const at = this.assigned.get(partner);
      if (at !== undefined) taken |= 1 << (at % this.numbers.banks);
    }
    if (taken === 0) return undefined;
    for (let bank = 0; bank < this.numbers.banks; bank++) if (((taken >> bank) & 1) === 0) return bank;
    return undefined;
  }

  private isFree(members: readonly number[], widths: readonly number[], from: number): boolean {
    let at = from;
    return members.every((each, index) => {
      const list = this.ranges.get(each) ?? [];
      let free = true;
      for (let word = 0; word < widths[index] && free; word++) free = this.isUntaken(at + word, list);
      at += widths[index];
      return free;
    });
  }

  private isUntaken(hardware: number, list: readonly number[]): boolean {
    const bits = this.taken[hardware];
    if (!bits) return true;
    for (let k = 0; k < list.length; k += 2)
      for (let position = list[k]; position <= list[k + 1]; position++) {
        const bit = bits[position >>> 5];
        // A whole word at a time where it is clear.
        if (bit === 0) position |= 31;
        else if ((bit >>> (position & 31)) & 1) return false;
      }
    return true;
  }

  private take(hardware: number, list: readonly number[]): void {
    this.taken[hardware] ??= new Uint32Array((this.positions >>> 5) + 1);
    const bits = this.taken[hardware];
    for (let k = 0; k < list.length; k += 2)
      for (let position = list[k]; position <= list[k + 1]; position++)
        bits[position >>> 5] |= 1 << (position & 31);
  }
}
