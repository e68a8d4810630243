// The most that a quantity of a kernel can be, as a polynomial over params: from the guards around a place, the grid,
// the ways by which a value arrives. An estimate from above for sizes of buffers; where nothing bounds, undefined.

import type { Polynomial } from './polynomial.ts';
import * as poly from './polynomial.ts';
import {
  type Arrival,
  type Axis,
  extentName,
  type Facts,
  isSize,
  type Loop,
  type Quantities,
} from './quantities.ts';

/** What is settled. */
export interface Settled {
  /** Extents, members and lengths over params. */
  over(name: string): Polynomial | undefined;
  /** The most that numbers in a buffer are, where they are made so. */
  ofData(buffer: number): Polynomial | undefined;
  /** The number that a param has. */
  numberOf(param: string): number;
}

/** Quantities that are followed from one to the next; beyond, nothing is known. */
const DEEPEST = 7;
/** Facts of a place that are tried. */
const MOST_FACTS = 24;

export class Bounds {
  private readonly quantities: Quantities;
  private readonly settled: Settled;
  private readonly active = new Set<string>();

  constructor(quantities: Quantities, settled: Settled) {
    this.quantities = quantities;
    this.settled = settled;
  }

  /** The most that a value is, where these facts hold. */
  upper(value: Polynomial, facts: Facts, depth = 0): Polynomial | undefined {
    const plain = this.byNames(value, facts, depth);
    if (depth >= DEEPEST || !this.hasOpen(value)) return plain;
    const found = plain ? [plain] : [];
    let fact = facts;
    for (let k = 0; fact && k < MOST_FACTS; k++, fact = fact.rest) {
      const { low, high } = fact;
      const times = poly.ratio(value, low);
      if (times === undefined) continue;
      const replaced = poly.add(poly.add(value, low, -times), high, times);
      const bound = this.upper(replaced, fact.rest, depth + 1);
      if (bound) found.push(bound);
    }
    return this.extreme(found, (a, b) => a < b);
  }

  /** The number of a polynomial over params. */
  number(value: Polynomial): number {
    return poly.evaluate(value, (name) => this.settled.numberOf(name));
  }

  /** The largest or smallest of several, by the numbers that params have. */
  private extreme(
    of: readonly Polynomial[],
    isBetter: (a: number, b: number) => boolean,
  ): Polynomial | undefined {
    let best = of[0];
    for (const each of of) if (isBetter(this.number(each), this.number(best))) best = each;
    return best;
  }

  /** Whether something in it is more than params. */
  private hasOpen(value: Polynomial): boolean {
    return [...poly.namesOf(value)].some((name) => this.settled.over(name) === undefined);
  }

  private byNames(value: Polynomial, facts: Facts, depth: number): Polynomial | undefined {
    return poly.substitute(value, (name, coefficient) => {
      const settled = this.settled.over(name);
      if (settled) return settled;
      return coefficient < 0 ? this.least(name) : this.most(name, facts, depth);
    });
  }

  /** Whatever indexes, counts from zero. */
  private least(name: string): Polynomial | undefined {
    const quantity = this.quantities.quantityOf(name);
    return isSize(quantity) ? undefined : poly.ZERO;
  }

  private most(name: string, facts: Facts, depth: number): Polynomial | undefined {
    if (depth >= DEEPEST || this.active.has(name)) return undefined;
    this.active.add(name);
    try {
      const most = this.mostOf(name, facts, depth + 1);
      return this.tighter(poly.symbol(name), facts, depth + 1, most);
    } finally {
      this.active.delete(name);
    }
  }

  private mostOf(name: string, facts: Facts, depth: number): Polynomial | undefined {
    const quantity = this.quantities.quantityOf(name);
    const size = this.quantities.module.workgroupSize;
    switch (quantity.kind) {
      case 'local':
        return poly.constant(size[quantity.axis] - 1);
      case 'global':
        return this.below(quantity.axis, 1);
      case 'group':
        return this.below(quantity.axis, size[quantity.axis]);
      case 'limited': {
        const all = quantity.by.flatMap((each) => this.upper(each, facts, depth) ?? []);
        return this.extreme(all, (a, b) => a < b);
      }
      case 'quotient':
        return this.quotient(quantity, facts, depth);
      case 'choice':
        return this.largest(quantity.of, depth);
      case 'loop': {
        const { initial, next } = quantity;
        const isGrowing = next.some((each) => !this.shrinks(name, each));
        const first = this.upper(initial.value, initial.facts, depth);
        return isGrowing ? first && this.afterSteps(name, quantity, first, facts, depth) : first;
      }
      case 'data':
        return quantity.buffer === undefined ? undefined : this.settled.ofData(quantity.buffer);
      default:
        return undefined;
    }
  }

  /** Of what grows evenly, by how often a counter of the same loop has grown before. */
  private afterSteps(
    name: string,
    { beside, next }: Loop,
    first: Polynomial,
    facts: Facts,
    depth: number,
  ): Polynomial | undefined {
    const step = this.stepOf(name, next);
    const growth = step && this.byNames(step, undefined, depth);
    if (!growth) return undefined;
    for (const counter of beside) {
      const quantity = this.quantities.quantityOf(counter);
      if (counter === name || quantity.kind !== 'loop') continue;
      const each = poly.constantOf(this.stepOf(counter, quantity.next) ?? poly.ZERO) ?? 0;
      const last = each > 0 ? this.tighter(poly.symbol(counter), facts, depth, undefined) : undefined;
      const begin = poly.constantOf(quantity.initial.value);
      if (!last || begin === undefined) continue;
      const times = poly.scale(poly.add(last, poly.constant(begin), -1), 1 / each);
      const grown = poly.multiply(growth, times);
      return grown && poly.add(first, grown);
    }
    return undefined;
  }

  /** By how much a loop's quantity grows each time, where that is always the same. */
  private stepOf(name: string, next: readonly Arrival[]): Polynomial | undefined {
    const [step, ...more] = next.map(({ value }) => poly.add(value, poly.symbol(name), -1));
    const isEven = step && more.every((each) => poly.add(each, step, -1).size === 0);
    return isEven && !poly.namesOf(step).has(name) ? step : undefined;
  }

  /** By a fact about the quantity alone, if that is less. */
  private tighter(
    value: Polynomial,
    facts: Facts,
    depth: number,
    otherwise: Polynomial | undefined,
  ): Polynomial | undefined {
    const found = otherwise ? [otherwise] : [];
    let fact = facts;
    for (let k = 0; fact && k < MOST_FACTS; k++, fact = fact.rest) {
      const times = poly.ratio(value, fact.low);
      const isAlone =
        times !== undefined && [...fact.low.keys()].every((each) => each === '' || value.has(each));
      if (!isAlone) continue;
      const rest = poly.add(poly.add(value, fact.low, -times), fact.high, times);
      const bound = this.upper(rest, fact.rest, depth + 1);
      if (bound) found.push(bound);
    }
    return this.extreme(found, (a, b) => a < b);
  }

  private below(axis: Axis, size: number): Polynomial | undefined {
    const extent = this.settled.over(extentName(axis));
    return extent && poly.add(poly.scale(extent, 1 / size), poly.constant(-1));
  }

  private quotient(
    { of, by }: { of: Polynomial; by: Polynomial },
    facts: Facts,
    depth: number,
  ): Polynomial | undefined {
    const most = this.upper(of, facts, depth);
    const divisor = this.byNames(by, facts, depth);
    if (!most || !divisor) return undefined;
    // What counts below a·b gives, divided by b, what counts below a.
    const whole = poly.divide(poly.add(most, poly.constant(1)), divisor);
    if (whole) return poly.add(whole, poly.constant(-1));
    const number = this.number(divisor);
    return number > 0 ? poly.constant(Math.floor(this.number(most) / number)) : undefined;
  }

  private largest(of: readonly Arrival[], depth: number): Polynomial | undefined {
    const all = of.map(({ value, facts }) => this.upper(value, facts, depth));
    return all.includes(undefined) ? undefined : this.extreme(all as Polynomial[], (a, b) => a > b);
  }

  /** Whether the next value of a loop's quantity is surely not above this one. */
  private shrinks(name: string, { value }: Arrival): boolean {
    const change = poly.add(value, poly.symbol(name), -1);
    const constant = poly.constantOf(change);
    if (constant !== undefined) return constant <= 0;
    const [only, ...more] = poly.namesOf(value);
    const quantity = this.quantities.quantityOf(only ?? '');
    const isPart = more.length === 0 && value.get(only) === 1 && quantity.kind === 'quotient';
    return isPart && quantity.of.get(name) === 1 && quantity.of.size === 1;
  }
}
