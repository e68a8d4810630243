// Orders the instructions of a segment as the driver's list scheduler would: longest path to the end first, with
// the driver's own latency assumptions, so that loads move ahead of the arithmetic that waits for them, as many
// as the batch limit and the register budget allow. Behaviour `load-batching` off keeps the source order.
// Source: driver code for SM 9.0 (limits in the family's table); the method is textbook list scheduling.

import { buildDependences, type Dependences } from './dependences.ts';
import type { SchedulingNumbers } from './family.ts';
import { forEachSet, type Liveness } from './liveness.ts';
import {
  GENERAL,
  PREDICATE,
  type RegisterTable,
  type SegmentDraft,
  type VirtualInstruction,
} from './virtual.ts';

/** Predicate registers that a schedule may fill; the hardware has seven, one stays for the branch. */
const PREDICATE_BUDGET = 6;

export function schedule(
  draft: SegmentDraft,
  registers: RegisterTable,
  liveness: Liveness,
  numbers: SchedulingNumbers,
): void {
  const start = draft.instructions.filter((each) => each.place === 'start');
  const body = draft.instructions.filter((each) => each.place === 'body');
  const end = draft.instructions.filter((each) => each.place === 'end');
  const shortest = 2;
  const ordered =
    body.length > shortest ? new ListScheduler(draft, body, end, registers, liveness, numbers).run() : body;
  draft.instructions = [...start, ...ordered, ...end];
}

class ListScheduler {
  private readonly body: readonly VirtualInstruction[];
  private readonly registers: RegisterTable;
  private readonly numbers: SchedulingNumbers;
  private readonly dependences: Dependences;
  private readonly latency: Int32Array;
  private readonly height: Int32Array;
  private readonly earliest: Int32Array;
  private readonly isLoad: Uint8Array;
  private readonly usesLeft: Int32Array;
  /** By register: the load under way that fills it, plus 1. */
  private readonly loadOf: Int32Array;
  private readonly ready: number[] = [];
  private readonly budget: number;
  private live = 0;
  private livePredicates = 0;
  private loadsUnderWay = 0;

  constructor(
    draft: SegmentDraft,
    body: readonly VirtualInstruction[],
    end: readonly VirtualInstruction[],
    registers: RegisterTable,
    liveness: Liveness,
    numbers: SchedulingNumbers,
  ) {
    this.body = body;
    this.registers = registers;
    this.numbers = numbers;
    this.dependences = buildDependences(body);
    this.usesLeft = new Int32Array(registers.count);
    this.loadOf = new Int32Array(registers.count);
    const count = body.length;
    this.latency = new Int32Array(count);
    this.isLoad = new Uint8Array(count);
    this.height = new Int32Array(count);
    this.earliest = new Int32Array(count);
    body.forEach((instruction, index) => {
      this.latency[index] = numbers.latencyCycles.get(instruction.costClass) ?? 1;
      this.isLoad[index] =
        instruction.order?.kind === 'load' && instruction.costClass === 'load_global' ? 1 : 0;
    });
    this.computeHeights();
    this.budget = this.countPressure(draft, end, liveness);
  }

  private computeHeights(): void {
    const { first, next, to, isFlow } = this.dependences;
    for (let index = this.body.length - 1; index >= 0; index--) {
      let best = this.latency[index]!;
      for (let edge = first[index]!; edge >= 0; edge = next[edge]!) {
        const wait = isFlow[edge] === 1 ? this.latency[index]! : 1;
        best = Math.max(best, wait + this.height[to[edge]!]!);
      }
      this.height[index] = best;
    }
  }

  /** Fills the use counts and the pressure at the start; returns how many registers the schedule may use. */
  private countPressure(draft: SegmentDraft, end: readonly VirtualInstruction[], liveness: Liveness): number {
    const { rowWords, liveIn, liveOut } = liveness;
    const use = (register: number): void => {
      this.usesLeft[register]!++;
    };
    for (const instruction of this.body) for (const source of instruction.sources) use(source);
    for (const instruction of end) for (const source of instruction.sources) use(source);
    let after = 0;
    forEachSet(liveOut, rowWords, draft.id, (register) => {
      use(register);
      if (this.registers.files[register] === GENERAL) after += this.registers.words[register]!;
    });
    forEachSet(liveIn, rowWords, draft.id, (register) => this.born(register));
    // A value redefined here (a loop's accumulator) is counted once.
    const through = Math.max(this.live, after);
    const wanted = through + this.numbers.registerSlack;
    return (
      this.numbers.registerSteps.find((step) => step >= wanted) ??
      Math.max(wanted, ...this.numbers.registerSteps)
    );
  }

  private born(register: number): void {
    const file = this.registers.files[register]!;
    if (file === GENERAL) this.live += this.registers.words[register]!;
    else if (file === PREDICATE) this.livePredicates++;
  }

  private died(register: number): void {
    const file = this.registers.files[register]!;
    if (file === GENERAL) this.live -= this.registers.words[register]!;
    else if (file === PREDICATE) this.livePredicates--;
  }

  run(): VirtualInstruction[] {
    const { waiting } = this.dependences;
    const order: VirtualInstruction[] = [];
    for (let index = 0; index < this.body.length; index++) if (waiting[index] === 0) this.ready.push(index);
    let cycle = 0;
    while (this.ready.length > 0) {
      const at = this.choose(cycle);
      const index = this.ready[at]!;
      this.ready[at] = this.ready.at(-1)!;
      this.ready.pop();
      cycle = Math.max(cycle, this.earliest[index]!);
      this.issue(index, cycle);
      order.push(this.body[index]!);
      cycle++;
    }
    return order;
  }

  /** Position in the ready list of the instruction to issue. */
  private choose(cycle: number): number {
    let best = -1;
    let bestScore = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < this.ready.length; at++) {
      const index = this.ready[at]!;
      const score = this.score(index, cycle);
      if (score > bestScore || (score === bestScore && index < this.ready[best]!)) {
        best = at;
        bestScore = score;
      }
    }
    return best;
  }

  /**
   * Higher is better. In order of weight: stay within the budgets, do not wait, follow the longest path. What
   * goes over the register budget goes in source order, which finishes what was begun.
   */
  private score(index: number, cycle: number): number {
    const instruction = this.body[index]!;
    let score = this.height[index]!;
    const wait = this.earliest[index]! - cycle;
    if (wait > 0) score -= WAIT_WEIGHT + wait;
    if (this.isLoad[index] === 1 && this.loadsUnderWay >= this.numbers.maxBatchedLoads) score -= OVER_BUDGET;
    if (this.live + MOST_GROWTH > this.budget) {
      const growth = this.growth(instruction);
      if (growth > 0 && this.live + growth > this.budget) return -OVER_BUDGET - growth * WAIT_WEIGHT - index;
      if (growth < 0) score += WAIT_WEIGHT;
    }
    if (this.livePredicates >= PREDICATE_BUDGET && this.makesPredicate(instruction)) score -= OVER_BUDGET;
    return score;
  }

  private makesPredicate(instruction: VirtualInstruction): boolean {
    const made = instruction.destinations[0];
    return made !== undefined && this.registers.files[made] === PREDICATE;
  }

  /** Registers that issuing the instruction takes, less those that it frees. */
  private growth(instruction: VirtualInstruction): number {
    let words = 0;
    for (const destination of instruction.destinations) {
      if (this.registers.files[destination] === GENERAL) words += this.registers.words[destination]!;
    }
    for (const source of instruction.sources) {
      if (this.registers.files[source] === GENERAL && this.usesLeft[source] === 1)
        words -= this.registers.words[source]!;
    }
    return words;
  }

  private issue(index: number, cycle: number): void {
    const instruction = this.body[index]!;
    for (const source of instruction.sources) {
      if (--this.usesLeft[source]! === 0) this.died(source);
      const load = this.loadOf[source]!;
      if (load !== 0) this.landed(load - 1);
    }
    for (const destination of instruction.destinations) {
      if (this.usesLeft[destination]! > 0) this.born(destination);
      if (this.isLoad[index] === 1) this.loadOf[destination] = index + 1;
    }
    if (this.isLoad[index] === 1 && instruction.destinations.length > 0) this.loadsUnderWay++;
    const { first, next, to, isFlow, waiting } = this.dependences;
    for (let edge = first[index]!; edge >= 0; edge = next[edge]!) {
      const target = to[edge]!;
      const time = cycle + (isFlow[edge] === 1 ? this.latency[index]! : 1);
      if (time > this.earliest[target]!) this.earliest[target] = time;
      if (--waiting[target]! === 0) this.ready.push(target);
    }
  }

  private landed(load: number): void {
    this.loadsUnderWay--;
    for (const destination of this.body[load]!.destinations) this.loadOf[destination] = 0;
  }
}

/** Words that one instruction writes at most. */
const MOST_GROWTH = 4;
const WAIT_WEIGHT = 1e6;
const OVER_BUDGET = 1e9;
