// Which values an i32 can have, and how many of its low bits are zero. One walk in program order: inputs are
// bounded by the workgroup size, arithmetic follows, the condition of an `if` narrows what its arms (and what
// follows an arm that leaves) may assume. A loop's parameters start from their first values, are widened in
// the direction in which they grow, and narrowed once by what the body's exit test lets through.

import type {
  Builtin,
  Instruction,
  LoopInstruction,
  Module,
  PureInstruction,
  Region,
  ValueId,
} from '../ir.ts';
import { resultsOf } from '../walk.ts';
import { ANY, contains, type Interval, isSame, join, only, unsigned } from './interval.ts';
import { narrowings } from './narrowing.ts';
import { pureRange, pureTrailingZeros } from './range-transfer.ts';

/** What is known about values; while visiting, what is known at the instruction being visited. */
export interface Ranges {
  /** Largest value, read as unsigned. */
  unsignedMax(value: ValueId): number;
  /** Smallest value, read as unsigned. */
  unsignedMin(value: ValueId): number;
  /** Both, by all that is known where the instruction stands that is being visited. */
  here(value: ValueId): { readonly low: number; readonly high: number };
  /** Low bits that are surely zero, 0 to 32. */
  trailingZeros(value: ValueId): number;
}

/** So far back do ranges follow what was narrowed after it was used. */
const STEPS_BACK = 2;
const ALL_BITS = 32;
const LOWEST = -(2 ** 31);
const HIGHEST = 2 ** 31 - 1;
/** Rounds after which parameters of a loop that still change are taken as unknown. */
const MAX_ROUNDS = 4;
/** Loops nested deeper are not walked a second time for tighter bounds: each level would double the work. */
const TIGHT_NEST = 4;

/** Analyses a module; `visit` sees every instruction once, with what is known where it stands. */
export function valueRanges(
  module: Module,
  visit?: (instruction: Instruction, ranges: Ranges) => void,
): Ranges {
  const analysis = new RangeAnalysis(module, visit);
  analysis.region(module.body, visit !== undefined);
  return analysis;
}

/** Joined values that reached the end of a construct, or the next iteration of a loop. */
interface Arrival {
  count: number;
  intervals: Interval[];
  zeros: number[];
}

class RangeAnalysis implements Ranges {
  private readonly module: Module;
  private readonly visit: ((instruction: Instruction, ranges: Ranges) => void) | undefined;
  private readonly intervals: Interval[];
  private readonly zeros: number[];
  private readonly definitions: (PureInstruction | undefined)[] = [];
  /** Narrowed values with what was known before, innermost last. */
  private readonly undo: { value: ValueId; interval: Interval }[] = [];
  /** By construct id; loops have one for `break` and one for `next`. */
  private readonly breaks = new Map<number, Arrival>();
  private readonly nexts = new Map<number, Arrival>();
  /** Parameters of each loop that held for every iteration when it was walked last. */
  private readonly stable = new Map<number, { intervals: readonly Interval[]; zeros: readonly number[] }>();
  /** Loops around the present place. */
  private depth = 0;

  constructor(module: Module, visit: ((instruction: Instruction, ranges: Ranges) => void) | undefined) {
    this.module = module;
    this.visit = visit;
    this.intervals = module.values.map(({ type, constant }) =>
      constant === undefined || type !== 'i32' ? ANY : only(constant),
    );
    this.zeros = module.values.map(({ type, constant }) =>
      constant === undefined || type !== 'i32' ? 0 : constantTrailingZeros(constant),
    );
  }

  unsignedMax(value: ValueId): number {
    return unsigned(this.intervals[value]).high;
  }

  unsignedMin(value: ValueId): number {
    return unsigned(this.intervals[value]).low;
  }

  here(value: ValueId): { readonly low: number; readonly high: number } {
    return unsigned(this.again(value, STEPS_BACK));
  }

  /** The range by what is known now of what a value was made of: a condition may have narrowed that since. */
  private again(value: ValueId, steps: number): Interval {
    const known = this.intervals[value];
    const definition = this.definitions[value];
    if (!definition || steps === 0 || this.module.values[value].type !== 'i32') return known;
    const operands: Interval[] = [];
    for (const operand of definition.operands) operands[operand] = this.again(operand, steps - 1);
    const found = pureRange(definition, operands);
    return contains(known, found) ? found : known;
  }

  trailingZeros(value: ValueId): number {
    return this.zeros[value];
  }

  /** Walks a region; what conditions narrowed inside is forgotten at its end. */
  region(region: Region, isFinal: boolean): void {
    const mark = this.undo.length;
    for (const instruction of region.instructions) this.instruction(instruction, isFinal);
    this.restore(mark);
  }

  private instruction(instruction: Instruction, isFinal: boolean): void {
    if (isFinal) this.visit?.(instruction, this);
    switch (instruction.kind) {
      case 'pure':
        this.definitions[instruction.result] = instruction;
        if (this.module.values[instruction.result].type === 'i32') this.define(instruction);
        return;
      case 'input':
        this.set(instruction.result, inputRange(instruction.builtin, this.module.workgroupSize), 0);
        return;
      case 'bound':
        this.bound(instruction.result, instruction.index, instruction.size);
        return;
      case 'if':
        this.conditional(instruction, isFinal);
        return;
      case 'switch':
        for (const each of instruction.cases) this.region(each.body, isFinal);
        this.arrive(instruction);
        return;
      case 'block':
        this.region(instruction.body, isFinal);
        this.arrive(instruction);
        return;
      case 'loop':
        this.loop(instruction, isFinal);
        return;
      case 'break':
        this.leave(this.breaks, instruction.target, instruction.values);
        return;
      case 'next':
        this.leave(this.nexts, instruction.target, instruction.values);
        return;
      default:
        for (const result of resultsOf(instruction)) this.set(result, ANY, 0);
    }
  }

  private define(instruction: PureInstruction): void {
    const interval = pureRange(instruction, this.intervals);
    const low = unsigned(interval);
    const isConstant = low.low === low.high;
    const zeros = isConstant
      ? constantTrailingZeros(low.low | 0)
      : pureTrailingZeros(instruction, this.zeros, this.module.values);
    this.set(instruction.result, interval, zeros);
  }

  private bound(result: ValueId, index: ValueId, size: { constant: number } | { buffer: number }): void {
    if (!('constant' in size)) {
      this.set(result, this.intervals[index], this.zeros[index]);
      return;
    }
    const range = unsigned(this.intervals[index]);
    if (range.high < size.constant) this.set(result, range, this.zeros[index]);
    else this.set(result, { low: Math.min(range.low, size.constant - 1), high: size.constant - 1 }, 0);
  }

  private conditional(instruction: Extract<Instruction, { kind: 'if' }>, isFinal: boolean): void {
    const { condition, id } = instruction;
    const arrivals = (): number => this.breaks.get(id)?.count ?? 0;
    this.assumed(condition, true, () => this.region(instruction.then, isFinal));
    const fromThen = arrivals();
    this.assumed(condition, false, () => this.region(instruction.otherwise, isFinal));
    const fromOtherwise = arrivals() - fromThen;
    this.arrive(instruction);
    // An arm that leaves tells what follows that its condition did not hold.
    if (fromThen === 0 && fromOtherwise > 0) this.assume(condition, false);
    else if (fromOtherwise === 0 && fromThen > 0) this.assume(condition, true);
  }

  private loop(loop: LoopInstruction, isFinal: boolean): void {
    this.depth++;
    this.settle(loop, isFinal, this.depth > TIGHT_NEST);
    this.depth--;
    this.arrive(loop);
  }

  private settle(loop: LoopInstruction, isFinal: boolean, isDeep: boolean): void {
    const first = loop.initial.map((id) => this.intervals[id]);
    // Inside another loop, what was stable on the way round before is a good guess.
    const guess = this.stable.get(loop.id);
    let intervals = guess ? first.map((interval, index) => join(interval, guess.intervals[index])) : first;
    let zeros = loop.initial.map((id, index) => Math.min(this.zeros[id], guess?.zeros[index] ?? ALL_BITS));
    const isCovered =
      guess && isSameState(intervals, guess.intervals) && zeros.every((count, k) => count === guess.zeros[k]);
    if (isDeep && isFinal && isCovered) {
      // The walks before had all of these values and more; what was stable for them is for these.
      this.iterate(loop, intervals, zeros, true);
      return;
    }
    let arrival = this.iterate(loop, intervals, zeros, false);
    for (let round = 1; arrival !== undefined; round++) {
      const reached = arrival;
      const isPatient = round < MAX_ROUNDS;
      const widened = intervals.map((old, index) => widen(old, reached.intervals[index], isPatient));
      const fewerZeros = zeros.map((old, index) => {
        const arrived = reached.zeros[index];
        return arrived >= old ? old : isPatient ? arrived : 0;
      });
      if (isSameState(widened, intervals) && fewerZeros.every((count, index) => count === zeros[index]))
        break;
      intervals = widened;
      zeros = fewerZeros;
      arrival = this.iterate(loop, intervals, zeros, false);
    }
    this.stable.set(loop.id, { intervals, zeros });
    if (isDeep) {
      if (isFinal) this.iterate(loop, intervals, zeros, true);
      return;
    }
    const reached = arrival;
    const narrowed = reached
      ? first.map((interval, index) => join(interval, reached.intervals[index]))
      : first;
    if (isFinal || !isSameState(narrowed, intervals)) this.iterate(loop, narrowed, zeros, isFinal);
  }

  /** One walk over the body with these parameters; gives what reaches the next iteration. */
  private iterate(
    loop: LoopInstruction,
    intervals: readonly Interval[],
    zeros: readonly number[],
    isFinal: boolean,
  ): Arrival | undefined {
    this.breaks.delete(loop.id);
    this.nexts.delete(loop.id);
    loop.parameters.forEach((parameter, index) => {
      this.set(parameter, this.isInteger(parameter) ? intervals[index] : ANY, zeros[index]);
    });
    this.region(loop.body, isFinal);
    return this.nexts.get(loop.id);
  }

  private leave(arrivals: Map<number, Arrival>, target: number, values: readonly ValueId[]): void {
    const arrival = arrivals.get(target);
    if (!arrival) {
      arrivals.set(target, {
        count: 1,
        intervals: values.map((id) => this.intervals[id]),
        zeros: values.map((id) => this.zeros[id]),
      });
      return;
    }
    arrival.count++;
    values.forEach((id, index) => {
      arrival.intervals[index] = join(arrival.intervals[index], this.intervals[id]);
      arrival.zeros[index] = Math.min(arrival.zeros[index], this.zeros[id]);
    });
  }

  private arrive(instruction: { readonly id: number; readonly results: readonly ValueId[] }): void {
    const arrival = this.breaks.get(instruction.id);
    this.breaks.delete(instruction.id);
    instruction.results.forEach((result, index) => {
      const isKnown = arrival !== undefined && this.isInteger(result);
      this.set(result, isKnown ? arrival.intervals[index] : ANY, isKnown ? arrival.zeros[index] : 0);
    });
  }

  private assumed(condition: ValueId, holds: boolean, walk: () => void): void {
    const mark = this.undo.length;
    this.assume(condition, holds);
    walk();
    this.restore(mark);
  }

  private assume(condition: ValueId, holds: boolean): void {
    for (const { value, interval } of narrowings(condition, holds, this.definitions, this.intervals)) {
      this.undo.push({ value, interval: this.intervals[value] });
      this.intervals[value] = interval;
    }
  }

  private restore(mark: number): void {
    while (this.undo.length > mark) {
      const { value, interval } = this.undo.pop()!;
      this.intervals[value] = interval;
    }
  }

  private set(value: ValueId, interval: Interval, zeros: number): void {
    this.intervals[value] = interval;
    this.zeros[value] = zeros;
  }

  private isInteger(value: ValueId): boolean {
    return this.module.values[value].type === 'i32';
  }
}

function isSameState(a: readonly Interval[], b: readonly Interval[]): boolean {
  return a.every((interval, index) => isSame(interval, b[index]));
}

/** `old` grown in each direction in which `arrived` leaves it, to the next of a few ends. */
function widen(old: Interval, arrived: Interval, isPatient: boolean): Interval {
  if (contains(old, arrived)) return old;
  if (!isPatient) return ANY;
  const hull = join(old, arrived);
  // The ends of the signed range come first: counting up from 0 then stays at or above 0 for signed tests.
  const low = hull.low < old.low ? (hull.low >= 0 ? 0 : LOWEST) : Math.min(old.low, hull.low);
  const high =
    hull.high > old.high ? (hull.high <= HIGHEST ? HIGHEST : ANY.high) : Math.max(old.high, hull.high);
  return high - low < ANY.high ? { low, high } : ANY;
}

function constantTrailingZeros(constant: number): number {
  return constant === 0 ? ALL_BITS : 31 - Math.clz32(constant & -constant);
}

/** What the workgroup's size says about an input. */
export function inputRange(builtin: Builtin, size: readonly [number, number, number]): Interval {
  const below = (count: number): Interval => ({ low: 0, high: count - 1 });
  switch (builtin) {
    case 'local_id_x':
      return below(size[0]);
    case 'local_id_y':
      return below(size[1]);
    case 'local_id_z':
      return below(size[2]);
    case 'local_index':
      return below(size[0] * size[1] * size[2]);
    default:
      return ANY;
  }
}
