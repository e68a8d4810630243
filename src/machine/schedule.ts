// Orders the instructions of a segment by textbook list scheduling: longest path to the end first, with the
// compiler's own latency assumptions, so that loads move ahead of the arithmetic that waits for them, as many as the
// registers allow with which as many workgroups fit on an SM as ever. Where those do not let all loads go, other
// orders are tried, and the one in which a warp waits least is taken.

import { depthFirst } from './depth-first.ts';
import type { Liveness } from './liveness.ts';
import { ReadyList } from './ready-list.ts';
import { factsOf, type SegmentFacts } from './segment-facts.ts';
import { numberValues, pressureOf, type SegmentValues, wordsOf } from './segment-values.ts';
import type { RegisterTable, SegmentDraft, VirtualInstruction } from './virtual.ts';

/** What a compiler's scheduler assumes of the machine, and how it weighs registers against waiting. */
export interface SchedulingNumbers {
  /** Words that one instruction writes at most. */
  readonly widestWords: number;
  /** Cycles that it takes an instruction to wait for another at most: longer ones are left to other warps. */
  readonly longestWait: number;
  /** By cost class the pipe that an instruction keeps and for how long; loads of workgroup memory for each two words. */
  readonly pipes: ReadonlyMap<string, { readonly pipe: number; readonly cycles: number }>;
  /** Instructions between two uses across which a constant keeps a register that is wanted elsewhere. */
  readonly keptConstantDistance: number;
  /** Operations, one behind the other, that a value may take to be computed again instead of kept. */
  readonly recomputedOperations: number;
  /** Instructions that such values may add for one workgroup more on an SM, as a share of all. */
  readonly recomputedShare: number;
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

/**
 * Orders a segment in place; the first order is one of several where it takes so many more registers than it may that a
 * workgroup more is lost, as copies of long bodies do whose results are computed in step.
 */
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
  const factsFrom = (from: readonly VirtualInstruction[]): SegmentFacts =>
    factsOf(from, numberValues(draft, from, end, liveness), registers, numbers);
  const facts = factsFrom(body);
  let grouped: readonly VirtualInstruction[] | undefined;
  const inGroups = () => (grouped ??= depthFirst(body, facts.dependences));
  let budget = budgetOf(facts.values, body, registers, numbers, limits);
  if (budget > limits.steps[0]) {
    const values = numberValues(draft, inGroups(), end, liveness);
    budget = Math.min(budget, budgetOf(values, inGroups(), registers, numbers, limits));
  }
  const orderFrom = (from: SegmentFacts, policy: Policy): Candidate => {
    const scheduler = new ListScheduler(from, registers, numbers, budget, policy);
    const ordered = scheduler.run();
    return {
      ordered,
      overWords: scheduler.overWords,
      isHeldBack: scheduler.isHeldBack,
      cycles: cyclesAlone(ordered, numbers),
    };
  };
  let best = orderFrom(facts, 'eager');
  const tryOrder = (from: SegmentFacts, policy: Policy): void => {
    const other = orderFrom(from, policy);
    const isQuicker = other.overWords === best.overWords && other.cycles < CLEARLY_LESS * best.cycles;
    if (other.overWords < best.overWords || isQuicker) best = other;
  };
  const { isHeldBack, overWords } = best;
  if (overWords > 0) tryOrder(facts, 'careful');
  const nextStep = limits.steps.find((step) => step > budget) ?? limits.most;
  if (isHeldBack || budget + overWords > nextStep) {
    const groupedFacts = factsFrom(inGroups());
    tryOrder(facts, 'inOrder');
    tryOrder(groupedFacts, 'inOrder');
    tryOrder(groupedFacts, 'eager');
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

/** How many words of registers the schedule of a segment may use, given an order that it has. */
function budgetOf(
  values: SegmentValues,
  body: readonly VirtualInstruction[],
  registers: RegisterTable,
  { widestWords, loadsAhead }: SchedulingNumbers,
  { steps, most }: RegisterLimits,
): number {
  const sum = (words: number, value: number): number => words + wordsOf(values, registers, value);
  const through = Math.max(values.before.reduce(sum, 0), values.after.reduce(sum, 0));
  const needed = through + widestWords + wordsOfLoads(loadsAhead, body, registers);
  // With less than source order takes, no order would be free to choose.
  const wanted = pressureOf(values, registers).reduce((most, each) => Math.max(most, each), needed);
  const budget = steps.find((step) => step >= wanted) ?? Math.max(wanted, ...steps);
  return Math.min(budget, Math.max(through, most));
}

/** Words of as many loads from storage as go ahead, or of all where there are fewer, each as wide as the widest. */
function wordsOfLoads(ahead: number, body: readonly VirtualInstruction[], registers: RegisterTable): number {
  let widest = 0;
  let loads = 0;
  for (const { costClass, destinations } of body) {
    if (costClass !== 'load_global') continue;
    loads++;
    const words = destinations.reduce((sum, register) => sum + registers.words[register], 0);
    widest = Math.max(widest, words);
  }
  return Math.min(ahead, loads) * widest;
}

class ListScheduler {
  private readonly facts: SegmentFacts;
  private readonly numbers: SchedulingNumbers;
  private readonly earliest: Int32Array;
  private readonly pipeFree: Int32Array;
  private readonly usesLeft: Int32Array;
  /** Instructions that each still waits for. */
  private readonly waiting: Int32Array;
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

  /** @param budget words of registers that the schedule may use */
  constructor(
    facts: SegmentFacts,
    registers: RegisterTable,
    numbers: SchedulingNumbers,
    budget: number,
    policy: Policy,
  ) {
    this.facts = facts;
    this.numbers = numbers;
    this.budget = budget;
    this.policy = policy;
    this.wordPenalty = WAIT_WEIGHT + CYCLE_WEIGHT * numbers.wordWaitCycles;
    this.growthPenalty = WAIT_WEIGHT + CYCLE_WEIGHT * numbers.growthWaitCycles;
    this.usesLeft = facts.values.uses.slice();
    this.waiting = facts.dependences.waiting.slice();
    this.earliest = new Int32Array(facts.body.length);
    // There are no more pipes than classes that keep one.
    this.pipeFree = new Int32Array(numbers.pipes.size);
    this.promised = new Int32Array(facts.body.length);
    for (const value of facts.values.before) this.born(value);
    this.countPredicates(registers);
  }

  /** Conditions that are live across the segment are kept elsewhere but for a few. */
  private countPredicates(registers: RegisterTable): void {
    const { predicates, ownPredicates } = this.numbers;
    const { values, isPredicate } = this.facts;
    const kept = Math.max(0, this.livePredicates - (predicates - ownPredicates));
    this.livePredicates -= kept;
    const pressure = pressureOf(values, registers, (value) => isPredicate[value]);
    const inSourceOrder = pressure.reduce((most, each) => Math.max(most, each), 0);
    this.predicateBudget = Math.max(predicates, inSourceOrder - kept);
  }

  private born(value: number): void {
    this.live += this.facts.words[value];
    this.livePredicates += this.facts.isPredicate[value];
  }

  private died(value: number): void {
    this.live -= this.facts.words[value];
    this.livePredicates -= this.facts.isPredicate[value];
  }

  run(): VirtualInstruction[] {
    const { body, pipe, pipeCycles } = this.facts;
    const order: VirtualInstruction[] = [];
    for (let index = 0; index < body.length; index++) if (this.waiting[index] === 0) this.ready.add(index);
    let cycle = 0;
    while (this.ready.window.length > 0) {
      const index = this.ready.take(this.choose(cycle));
      cycle = Math.max(cycle, this.earliestAt(index));
      if (pipeCycles[index] > 0) this.pipeFree[pipe[index]] = cycle + pipeCycles[index];
      this.issue(index, cycle);
      this.ready.refill();
      order.push(body[index]);
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
      if (this.earliestAt(index) > cycle) longest = Math.max(longest, this.facts.height[index]);
    return longest;
  }

  /**
   * Higher is better. In order of weight: stay within the budgets, do not wait, follow the longest path. Near the
   * register budget, what takes more registers goes in source order, which finishes what was begun. Loads from
   * storage do not fill waits: they go when theirs is the longest path.
   */
  private score(index: number, cycle: number): number {
    if (this.policy === 'inOrder') return this.scoreInOrder(index, cycle);
    const { height, isLoad, makesPredicate } = this.facts;
    let score = height[index];
    const wait = this.earliestAt(index) - cycle;
    if (wait > 0) score -= WAIT_WEIGHT + CYCLE_WEIGHT * wait;
    else if (height[index] < this.awaited && isLoad[index] === 1)
      score -= WAIT_WEIGHT + CYCLE_WEIGHT * this.numbers.loadWaitCycles;
    if (this.live + this.numbers.widestWords > this.budget) {
      const growth = this.growthWithGuarded(index);
      if (growth > 0 && this.live + growth > this.budget) {
        if (wait <= 0 && this.leadsToLoad(index)) this.isHeldBack = true;
        return -OVER_BUDGET - index;
      }
      if (growth > 1) return -this.growthPenalty - index;
      if (growth > 0 && this.policy === 'careful') return -this.growthPenalty - index;
      if (growth === 1 && wait <= 0) return -this.wordPenalty - index;
      if (growth < 0) score += WAIT_WEIGHT;
    }
    if (makesPredicate[index] === 1 && !this.hasPredicateFor(index)) return -OVER_BUDGET - index;
    return score;
  }

  /** What comes first goes first, but for what has to wait and what there is no room for. */
  private scoreInOrder(index: number, cycle: number): number {
    const wait = this.earliestAt(index) - cycle;
    const growth = this.growthWithGuarded(index);
    if (growth > 0 && this.live + growth > this.budget) return -OVER_BUDGET - index;
    if (this.facts.makesPredicate[index] === 1 && !this.hasPredicateFor(index)) return -OVER_BUDGET - index;
    return wait > 0 ? -WAIT_WEIGHT - CYCLE_WEIGHT * wait - index : -index;
  }

  private earliestAt(index: number): number {
    const { pipe, pipeCycles } = this.facts;
    const ready = this.earliest[index];
    return pipeCycles[index] > 0 ? Math.max(ready, this.pipeFree[pipe[index]]) : ready;
  }

  /** Whether it is a load from storage, or the check of one. */
  private leadsToLoad(index: number): boolean {
    return this.facts.opensLoad[index] === 1 || this.facts.isLoad[index] === 1;
  }

  /** The last predicate is for tests whose reader waits for nothing else, so that it comes free at once. */
  private hasPredicateFor(index: number): boolean {
    const { opensLoad, guardedBy } = this.facts;
    const budget = opensLoad[index] === 1 ? this.predicateBudget : this.numbers.predicates;
    if (this.livePredicates < budget) return true;
    if (this.livePredicates > budget) return false;
    const reader = guardedBy[index];
    return reader >= 0 && this.waiting[reader] === 1;
  }

  /**
   * Registers that issuing the instruction takes, less those that it frees.
   * @param readBefore values that an instruction in front of it reads, too
   */
  private growth(index: number, readBefore: readonly number[] = []): number {
    const { values, words } = this.facts;
    let growth = -this.promised[index];
    for (const value of values.writes[index]) growth += words[value];
    for (const value of values.reads[index])
      if (this.usesLeft[value] === (readBefore.includes(value) ? 2 : 1)) growth -= words[value];
    return growth;
  }

  /** The same with what waits for the instruction's predicate, if it makes one. */
  private growthWithGuarded(index: number): number {
    const isTest = this.facts.makesPredicate[index] === 1;
    return this.growth(index) + (isTest ? this.growthOfGuarded(index) : 0);
  }

  /** Words that what waits for this instruction's predicate will take. */
  private growthOfGuarded(index: number): number {
    const target = this.facts.guardedBy[index];
    return target < 0 ? 0 : Math.max(0, this.growth(target, this.facts.values.reads[index]));
  }

  /**
   * A predicate is of use only if there is room for what it guards. Without the promise, predicates of loads for
   * which there is no room would keep out those of loads that take no more than the address that they free.
   */
  private promise(index: number): void {
    const words = this.growthOfGuarded(index);
    if (words === 0) return;
    this.promised[this.facts.guardedBy[index]] += words;
    this.live += words;
  }

  private issue(index: number, cycle: number): void {
    const { values, dependences, latency, makesPredicate } = this.facts;
    this.live -= this.promised[index];
    this.promised[index] = 0;
    if (makesPredicate[index] === 1) this.promise(index);
    for (const value of values.reads[index]) if (--this.usesLeft[value] === 0) this.died(value);
    for (const value of values.writes[index]) if (this.usesLeft[value] > 0) this.born(value);
    this.overWords = Math.max(this.overWords, this.live - this.budget);
    const { first, next, to, isFlow } = dependences;
    for (let edge = first[index]; edge >= 0; edge = next[edge]) {
      const target = to[edge];
      const time = cycle + (isFlow[edge] === 1 ? Math.min(this.numbers.longestWait, latency[index]) : 1);
      if (time > this.earliest[target]) this.earliest[target] = time;
      if (--this.waiting[target] === 0) this.ready.add(target);
    }
  }
}

/** More than the height of any segment but a very long one. */
const CYCLE_WEIGHT = 1e5;
const WAIT_WEIGHT = 1e6;
const OVER_BUDGET = 1e9;
