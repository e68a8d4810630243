// Orders the instructions of a segment by textbook list scheduling: longest path to the end first, with the
// compiler's own latency assumptions, so that loads move ahead of the arithmetic that waits for them, as many as the
// registers allow with which as many workgroups fit on an SM as ever. Where those do not let all loads go, other
// orders are tried, and the one in which a warp waits least is taken.

import { buildDependences, type Dependences } from './dependences.ts';
import { depthFirst } from './depth-first.ts';
import type { Liveness } from './liveness.ts';
import { ReadyList } from './ready-list.ts';
import { numberValues, pressureOf, type SegmentValues, wordsOf } from './segment-values.ts';
import { PREDICATE, type RegisterTable, type SegmentDraft, type VirtualInstruction } from './virtual.ts';

/** What a compiler's scheduler assumes of the machine, and how it weighs registers against waiting. */
export interface SchedulingNumbers {
  /** Words that one instruction writes at most. */
  readonly widestWords: number;
  /** Cycles that it takes an instruction to wait for another at most: longer ones are left to other warps. */
  readonly longestWait: number;
  /** Cycles between loads of workgroup memory, of up to two words each; twice as many for four. */
  readonly sharedLoadCycles: number;
  /** Instructions between two uses across which a constant keeps a register that is wanted elsewhere. */
  readonly keptConstantDistance: number;
  /** Predicate registers that a schedule may fill with what waits. */
  readonly predicates: number;
  /** Of those, what a segment has for itself however many conditions are live across it. */
  readonly ownPredicates: number;
  /** Loads for which there is always room, even at the price of a workgroup less on the SM. */
  readonly loadsAhead: number;
  /** Near the register budget, waiting this long is as bad as taking more words, ... */
  readonly growthWaitCycles: number;
  /** ... this long as bad as taking one more. */
  readonly wordWaitCycles: number;
  /** Waiting this long is as bad as a load from storage whose path is not the longest. */
  readonly loadWaitCycles: number;
  /** The assumed latency of each cost class, which steers the order and nothing else. */
  readonly latencyCycles: ReadonlyMap<string, number>;
}

/** What a schedule may use of the registers. */
export interface RegisterLimits {
  /** Counts of words for values, ascending, at which one workgroup less fits on an SM. */
  readonly steps: readonly number[];
  /** How many words there are. */
  readonly most: number;
}

/** Orders a segment in place; the first order is one of several where it takes more registers than it may. */
export function schedule(
  draft: SegmentDraft,
  registers: RegisterTable,
  liveness: Liveness,
  numbers: SchedulingNumbers,
  limits: RegisterLimits,
): void {
  const start = draft.instructions.filter((each) => each.place === 'start');
  const body = draft.instructions.filter((each) => each.place === 'body');
  const end = draft.instructions.filter((each) => each.place === 'end');
  const shortest = 2;
  if (body.length <= shortest) return;
  const budget = budgetOf(numberValues(draft, body, end, liveness), body, registers, numbers, limits);
  const orderFrom = (from: readonly VirtualInstruction[], policy: Policy): Candidate => {
    const values = numberValues(draft, from, end, liveness);
    const scheduler = new ListScheduler({ body: from, values, registers, numbers, budget }, policy);
    const ordered = scheduler.run();
    return {
      ordered,
      overWords: scheduler.overWords,
      isHeldBack: scheduler.isHeldBack,
      cycles: cyclesAlone(ordered, numbers),
    };
  };
  let best = orderFrom(body, 'eager');
  const tryOrder = (from: readonly VirtualInstruction[], policy: Policy): void => {
    const other = orderFrom(from, policy);
    const isQuicker = other.overWords === best.overWords && other.cycles < CLEARLY_LESS * best.cycles;
    if (other.overWords < best.overWords || isQuicker) best = other;
  };
  const { isHeldBack, overWords } = best;
  if (overWords > 0) tryOrder(body, 'careful');
  if (isHeldBack || budget + overWords > limits.most) {
    const grouped = depthFirst(body, buildDependences(body));
    tryOrder(body, 'inOrder');
    tryOrder(grouped, 'inOrder');
    tryOrder(grouped, 'eager');
  }
  draft.instructions = [...start, ...best.ordered, ...end];
}

/** The longest path is left for an order that takes less than this share of its cycles. A guess. */
const CLEARLY_LESS = 0.8;

/** How the next instruction is chosen: `careful` grows no further out of order, `inOrder` knows no longest path. */
type Policy = 'eager' | 'careful' | 'inOrder';

interface Candidate {
  readonly ordered: readonly VirtualInstruction[];
  readonly overWords: number;
  /** Whether a load from storage had to wait for registers. */
  readonly isHeldBack: boolean;
  readonly cycles: number;
}

/** Cycles that a warp that is alone takes for the instructions. */
function cyclesAlone(ordered: readonly VirtualInstruction[], { latencyCycles }: SchedulingNumbers): number {
  const readyAt = new Map<number, number>();
  let cycle = 0;
  for (const { costClass, sources, destinations } of ordered) {
    for (const source of sources) cycle = Math.max(cycle, readyAt.get(source) ?? 0);
    const ready = cycle + (latencyCycles.get(costClass) ?? 1);
    for (const register of destinations) readyAt.set(register, ready);
    cycle++;
  }
  return cycle;
}

interface SegmentToSchedule {
  readonly body: readonly VirtualInstruction[];
  readonly values: SegmentValues;
  readonly registers: RegisterTable;
  readonly numbers: SchedulingNumbers;
  /** Words of registers that the schedule may use. */
  readonly budget: number;
}

/** How many words of registers the schedule of a segment may use. */
function budgetOf(
  values: SegmentValues,
  body: readonly VirtualInstruction[],
  registers: RegisterTable,
  { widestWords, loadsAhead }: SchedulingNumbers,
  { steps, most }: RegisterLimits,
): number {
  const sum = (words: number, value: number): number => words + wordsOf(values, registers, value);
  const through = Math.max(values.before.reduce(sum, 0), values.after.reduce(sum, 0));
  const needed = through + widestWords + loadsAhead * widestLoad(body, registers);
  // With less than source order takes, no order would be free to choose.
  const wanted = pressureOf(values, registers).reduce((most, each) => Math.max(most, each), needed);
  const budget = steps.find((step) => step >= wanted) ?? Math.max(wanted, ...steps);
  return Math.min(budget, Math.max(through, most));
}

/** Words of the widest load from storage. */
function widestLoad(body: readonly VirtualInstruction[], registers: RegisterTable): number {
  let widest = 0;
  for (const { costClass, destinations } of body) {
    if (costClass !== 'load_global') continue;
    const words = destinations.reduce((sum, register) => sum + registers.words[register], 0);
    widest = Math.max(widest, words);
  }
  return widest;
}

class ListScheduler {
  private readonly body: readonly VirtualInstruction[];
  private readonly registers: RegisterTable;
  private readonly numbers: SchedulingNumbers;
  private readonly dependences: Dependences;
  private readonly latency: Int32Array;
  private readonly height: Int32Array;
  private readonly earliest: Int32Array;
  /** 1 for a predicate that a load from storage waits for. */
  private readonly opensLoad: Uint8Array;
  /** Cycles for which the instruction keeps the pipe of workgroup memory. */
  private readonly pipeCycles: Int32Array;
  private pipeFree = 0;
  private readonly values: SegmentValues;
  private readonly usesLeft: Int32Array;
  private readonly ready = new ReadyList();
  /** Near the register budget, nothing that takes more goes out of source order. */
  private readonly policy: Policy;
  private readonly budget: number;
  /** Words that were live beyond those that the schedule may use. */
  overWords = 0;
  /** Whether there was no room for a load from storage that was ready. */
  isHeldBack = false;
  /** What taking a word, or more, near the budget is as bad as. */
  private readonly wordPenalty: number;
  private readonly growthPenalty: number;
  private awaited = 0;
  private live = 0;
  private livePredicates = 0;
  /** Predicates that may be live: more than there are where source order keeps more, which are saved elsewhere. */
  private predicateBudget = 0;
  /** Words kept free for instructions whose predicates are there already. */
  private readonly promised: Int32Array;

  constructor({ body, values, registers, numbers, budget }: SegmentToSchedule, policy: Policy) {
    this.policy = policy;
    this.body = body;
    this.registers = registers;
    this.numbers = numbers;
    this.wordPenalty = WAIT_WEIGHT + CYCLE_WEIGHT * numbers.wordWaitCycles;
    this.growthPenalty = WAIT_WEIGHT + CYCLE_WEIGHT * numbers.growthWaitCycles;
    this.dependences = buildDependences(body);
    this.values = values;
    this.usesLeft = this.values.uses;
    const count = body.length;
    this.latency = new Int32Array(count);
    this.pipeCycles = new Int32Array(count);
    this.height = new Int32Array(count);
    this.earliest = new Int32Array(count);
    this.opensLoad = new Uint8Array(count);
    this.promised = new Int32Array(count);
    body.forEach((instruction, index) => {
      this.latency[index] = numbers.latencyCycles.get(instruction.costClass) ?? 1;
      if (instruction.costClass === 'load_shared')
        this.pipeCycles[index] = numbers.sharedLoadCycles * Math.max(1, instruction.destinations.length / 2);
    });
    this.computeHeights();
    this.budget = budget;
    this.countPressure();
  }

  private computeHeights(): void {
    const { first, next, to, isFlow } = this.dependences;
    const isLoad = (index: number): boolean => this.body[index].costClass === 'load_global';
    for (let index = this.body.length - 1; index >= 0; index--) {
      let best = this.latency[index];
      for (let edge = first[index]; edge >= 0; edge = next[edge]) {
        const wait = isFlow[edge] === 1 ? this.latency[index] : 1;
        best = Math.max(best, wait + this.height[to[edge]]);
        const opens = isLoad(to[edge]) || this.opensLoad[to[edge]] === 1;
        if (isFlow[edge] === 1 && opens && this.makesPredicate(index)) this.opensLoad[index] = 1;
      }
      this.height[index] = best;
    }
  }

  /** Sets the pressure at the start. */
  private countPressure(): void {
    for (const value of this.values.before) this.born(value);
    this.countPredicates();
  }

  /** Conditions that are live across the segment are kept elsewhere but for a few. */
  private countPredicates(): void {
    const { predicates, ownPredicates } = this.numbers;
    const kept = Math.max(0, this.livePredicates - (predicates - ownPredicates));
    this.livePredicates -= kept;
    const pressure = pressureOf(this.values, this.registers, (value) => (this.isPredicate(value) ? 1 : 0));
    const inSourceOrder = pressure.reduce((most, each) => Math.max(most, each), 0);
    this.predicateBudget = Math.max(predicates, inSourceOrder - kept);
  }

  private wordsOf(value: number): number {
    return wordsOf(this.values, this.registers, value);
  }

  private isPredicate(value: number): boolean {
    return this.registers.files[this.values.registerOf[value]] === PREDICATE;
  }

  private born(value: number): void {
    this.live += this.wordsOf(value);
    if (this.isPredicate(value)) this.livePredicates++;
  }

  private died(value: number): void {
    this.live -= this.wordsOf(value);
    if (this.isPredicate(value)) this.livePredicates--;
  }

  run(): VirtualInstruction[] {
    const { waiting } = this.dependences;
    const order: VirtualInstruction[] = [];
    for (let index = 0; index < this.body.length; index++) if (waiting[index] === 0) this.ready.add(index);
    let cycle = 0;
    while (this.ready.window.length > 0) {
      const index = this.ready.take(this.choose(cycle));
      cycle = Math.max(cycle, this.earliestAt(index));
      if (this.pipeCycles[index] > 0) this.pipeFree = cycle + this.pipeCycles[index];
      this.issue(index, cycle);
      this.ready.refill();
      order.push(this.body[index]);
      cycle++;
    }
    return order;
  }

  /** Position in the window of the instruction to issue. */
  private choose(cycle: number): number {
    let best = -1;
    let bestScore = Number.NEGATIVE_INFINITY;
    const { window } = this.ready;
    this.awaited = this.longestAwaited(cycle);
    for (let at = 0; at < window.length; at++) {
      const index = window[at];
      const score = this.score(index, cycle);
      if (score > bestScore || (score === bestScore && index < window[best])) {
        best = at;
        bestScore = score;
      }
    }
    return best;
  }

  /** The longest path of those that have to wait still. */
  private longestAwaited(cycle: number): number {
    let longest = 0;
    for (const index of this.ready.window)
      if (this.earliestAt(index) > cycle) longest = Math.max(longest, this.height[index]);
    return longest;
  }

  /**
   * Higher is better. In order of weight: stay within the budgets, do not wait, follow the longest path. Near the
   * register budget, what takes more registers goes in source order, which finishes what was begun. Loads from
   * storage do not fill waits: they go when theirs is the longest path.
   */
  private score(index: number, cycle: number): number {
    if (this.policy === 'inOrder') return this.scoreInOrder(index, cycle);
    let score = this.height[index];
    const wait = this.earliestAt(index) - cycle;
    if (wait > 0) score -= WAIT_WEIGHT + CYCLE_WEIGHT * wait;
    else if (this.height[index] < this.awaited && this.body[index].costClass === 'load_global')
      score -= WAIT_WEIGHT + CYCLE_WEIGHT * this.numbers.loadWaitCycles;
    if (this.live + this.numbers.widestWords > this.budget) {
      const growth = this.growth(index) + (this.makesPredicate(index) ? this.growthOfGuarded(index) : 0);
      if (growth > 0 && this.live + growth > this.budget) {
        if (wait <= 0 && this.leadsToLoad(index)) this.isHeldBack = true;
        return -OVER_BUDGET - index;
      }
      if (growth > 1) return -this.growthPenalty - index;
      if (growth > 0 && this.policy === 'careful') return -this.growthPenalty - index;
      if (growth === 1 && wait <= 0) return -this.wordPenalty - index;
      if (growth < 0) score += WAIT_WEIGHT;
    }
    if (this.makesPredicate(index) && !this.hasPredicateFor(index)) return -OVER_BUDGET - index;
    return score;
  }

  /** What comes first goes first, but for what has to wait and what there is no room for. */
  private scoreInOrder(index: number, cycle: number): number {
    const wait = this.earliestAt(index) - cycle;
    const growth = this.growth(index) + (this.makesPredicate(index) ? this.growthOfGuarded(index) : 0);
    if (growth > 0 && this.live + growth > this.budget) return -OVER_BUDGET - index;
    if (this.makesPredicate(index) && !this.hasPredicateFor(index)) return -OVER_BUDGET - index;
    return wait > 0 ? -WAIT_WEIGHT - CYCLE_WEIGHT * wait - index : -index;
  }

  private earliestAt(index: number): number {
    const ready = this.earliest[index];
    return this.pipeCycles[index] > 0 ? Math.max(ready, this.pipeFree) : ready;
  }

  /** Whether it is a load from storage, or the check of one. */
  private leadsToLoad(index: number): boolean {
    return this.opensLoad[index] === 1 || this.body[index].costClass === 'load_global';
  }

  private makesPredicate(index: number): boolean {
    const made = this.values.writes[index][0];
    return made !== undefined && this.isPredicate(made);
  }

  /** The last predicate is for tests whose reader waits for nothing else, so that it comes free at once. */
  private hasPredicateFor(index: number): boolean {
    const budget = this.opensLoad[index] === 1 ? this.predicateBudget : this.numbers.predicates;
    if (this.livePredicates < budget) return true;
    if (this.livePredicates > budget) return false;
    const reader = this.guardedBy(index);
    return reader >= 0 && this.dependences.waiting[reader] === 1;
  }

  /**
   * Registers that issuing the instruction takes, less those that it frees.
   * @param readBefore values that an instruction in front of it reads, too
   */
  private growth(index: number, readBefore: readonly number[] = []): number {
    let words = -this.promised[index];
    for (const value of this.values.writes[index]) words += this.wordsOf(value);
    for (const value of this.values.reads[index])
      if (this.usesLeft[value] === (readBefore.includes(value) ? 2 : 1)) words -= this.wordsOf(value);
    return words;
  }

  /** Words that what waits for this instruction's predicate will take. */
  private growthOfGuarded(index: number): number {
    const target = this.guardedBy(index);
    return target < 0 ? 0 : Math.max(0, this.growth(target, this.values.reads[index]));
  }

  /**
   * A predicate is of use only if there is room for what it guards. Without the promise, predicates of loads for
   * which there is no room would keep out those of loads that take no more than the address that they free.
   */
  private promise(index: number): void {
    const words = this.growthOfGuarded(index);
    if (words === 0) return;
    this.promised[this.guardedBy(index)] += words;
    this.live += words;
  }

  /** The only instruction that waits for this one. */
  private guardedBy(index: number): number {
    const { first, next, to } = this.dependences;
    const edge = first[index];
    return edge >= 0 && next[edge] < 0 ? to[edge] : -1;
  }

  private issue(index: number, cycle: number): void {
    this.live -= this.promised[index];
    this.promised[index] = 0;
    if (this.makesPredicate(index)) this.promise(index);
    for (const value of this.values.reads[index]) if (--this.usesLeft[value] === 0) this.died(value);
    for (const value of this.values.writes[index]) if (this.usesLeft[value] > 0) this.born(value);
    this.overWords = Math.max(this.overWords, this.live - this.budget);
    const { first, next, to, isFlow, waiting } = this.dependences;
    for (let edge = first[index]; edge >= 0; edge = next[edge]) {
      const target = to[edge];
      const time = cycle + (isFlow[edge] === 1 ? Math.min(this.numbers.longestWait, this.latency[index]) : 1);
      if (time > this.earliest[target]) this.earliest[target] = time;
      if (--waiting[target] === 0) this.ready.add(target);
    }
  }
}

/** More than the height of any segment but a very long one. */
const CYCLE_WEIGHT = 1e5;
const WAIT_WEIGHT = 1e6;
const OVER_BUDGET = 1e9;
