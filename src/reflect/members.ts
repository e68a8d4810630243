// What the members of uniform buffers and the lengths of arrays are, once the grid is known, by the part that each plays
// in the code: what a loop counts up to is its length, what a row is multiplied with is a pitch.

import { ITERATIONS, ROW, SHARED_ITERATIONS } from './defaults.ts';
import { elementsAlong } from './extents.ts';
import type { Polynomial } from './polynomial.ts';
import * as poly from './polynomial.ts';
import { type Access, type Fact, isCoordinate, isSize, type Loop, type Quantities } from './quantities.ts';
import type { Sizes } from './sizes.ts';

/** Settles all that is open but what nothing hangs on, and lengths that follow from what is accessed. */
export function settleMembers(sizes: Sizes): void {
  new Members(sizes).run();
}

class Members {
  private readonly sizes: Sizes;
  private readonly q: Quantities;

  constructor(sizes: Sizes) {
    this.sizes = sizes;
    this.q = sizes.quantities;
  }

  run(): void {
    this.equalGuards();
    this.loopLengths();
    this.equalGuards();
    this.divisors();
    this.pitches();
    this.offsets();
    this.modes();
  }

  /** Another member that guards an axis, or what is counted from there, is as large as that goes. */
  private equalGuards(): void {
    for (const { low, high, rest: facts } of this.q.guards) {
      const [open, ...more] = this.sizes.openIn(high);
      if (open === undefined || more.length > 0 || high.get(open) !== 1 || !this.sizes.isGiven(high))
        continue;
      if (!this.hasCoordinate(low) || this.sizes.openIn(low).length > 0) continue;
      const most = this.sizes.bounds.upper(low, facts);
      const rest = poly.substitute(high, (name) => (name === open ? poly.ZERO : this.sizes.over(name)));
      if (most && rest) this.sizes.set(open, poly.add(most, rest, -1));
    }
  }

  private loopLengths(): void {
    for (const { low, high } of this.q.guards) {
      // What a coordinate counts up to, too, is no length of a loop.
      const [loop] = this.hasCoordinate(low) ? [] : this.loopsAmong(poly.namesOf(low));
      // From the first to the last of a row, wherever rows begin.
      if (loop) this.settleLength(loop.name, poly.add(high, loop.initial.value, -1), loop);
    }
    for (const loop of this.loopsAmong(this.sizes.used))
      this.settleLength(loop.name, loop.initial.value, loop);
  }

  private hasCoordinate(value: Polynomial): boolean {
    return [...poly.namesOf(value)].some((name) => isCoordinate(this.q.quantityOf(name)));
  }

  private loopsAmong(names: Iterable<string>): (Loop & { readonly name: string })[] {
    return [...names].flatMap((name) => {
      const quantity = this.q.quantityOf(name);
      return quantity.kind === 'loop' ? [{ ...quantity, name }] : [];
    });
  }

  /** As many as usual, but no more than an array has that the loop's counter indexes. */
  private settleLength(name: string, length: Polynomial, loop: Loop): void {
    const most = this.q.room.get(name) ?? Infinity;
    this.sizes.settleOpen(length, Math.min(most, this.iterationsOf(loop, length)));
  }

  private iterationsOf({ depth }: Loop, length: Polynomial): number {
    const kinds = [...poly.namesOf(length)].map((name) => this.q.quantityOf(name).kind);
    if (kinds.includes('local')) return SHARED_ITERATIONS;
    if (kinds.includes('global') || kinds.includes('group')) return elementsAlong(this.q);
    return ITERATIONS[Math.min(depth, ITERATIONS.length - 1)];
  }

  /** What elements are divided into rows by: as long as somebody says. */
  private divisors(): void {
    for (const name of this.sizes.used)
      if (this.sizes.isOpen(name) && this.q.divisors.has(name)) this.sizes.free(name, ROW);
  }

  /** What is multiplied with a coordinate or counter is the size of what the rest goes through. */
  private pitches(): void {
    // Once from the inside out: the pitch of planes needs that of rows.
    for (let round = 0; round < 3; round++) {
      for (const access of this.q.accesses) {
        for (const open of this.sizes.openIn(access.place)) {
          const pitch = this.isOffset(open, access.place) ? undefined : this.pitchIn(access, open);
          if (pitch) this.sizes.set(open, this.sizes.bounds.number(pitch) >= 1 ? pitch : poly.constant(1));
        }
      }
    }
  }

  /** How far the rest of a place goes, in what this name counts. */
  private pitchIn({ place, facts, sizeBytes }: Access, name: string): Polynomial | undefined {
    const isOf = ([monomial]: readonly [string, number]) => poly.namesIn(monomial).includes(name);
    const [[, factor], ...more] = [...place].filter(isOf);
    const rest: Polynomial = new Map([...place].filter((term) => !isOf(term)));
    if (more.length > 0 || this.sizes.openIn(rest).length > 0) return undefined;
    const most = this.sizes.bounds.upper(rest, facts);
    return most && poly.scale(poly.add(most, poly.constant(sizeBytes)), 1 / factor);
  }

  /** What else indices are multiplied with, and where kernels begin. */
  private offsets(): void {
    for (const { place } of this.q.accesses) {
      for (const name of this.sizes.openIn(place)) {
        const isOffset = this.isOffset(name, place);
        const told = isOffset
          ? undefined
          : `what indices are multiplied with, \`${this.sizes.params.placeOf(name)}\``;
        this.sizes.free(name, isOffset ? 0 : ROW, told);
      }
    }
  }

  /** What plays no part that says how large it is. */
  private modes(): void {
    for (const name of this.sizes.used) {
      // The length of an array that nothing else says is what the accesses to it need.
      if (!this.sizes.isOpen(name) || this.q.quantityOf(name).kind === 'length') continue;
      const [count] = this.q.guards.flatMap((guard) => this.countBy(guard, name));
      // A float that data are compared with is no mode.
      if (count === undefined && this.sizes.params.isFloat(name)) continue;
      this.sizes.free(name, count ?? 0, this.toldOf(name), count === undefined);
    }
    for (const name of this.q.steering)
      if (this.sizes.isOpen(name))
        this.sizes.free(name, 1, this.toldOf(name), !this.sizes.params.isFloat(name));
  }

  private toldOf(name: string): string {
    return `which way the kernel takes hangs on \`${this.sizes.params.placeOf(name)}\``;
  }

  /** How much a member is that a guard compares with counters or places. */
  private countBy({ low, high, isEqual }: Fact, name: string): number[] {
    const { sizes } = this;
    if (isEqual || (high.get(name) ?? 0) <= 0) return [];
    if (sizes.isBehind(low, 'loop')) return [ITERATIONS[1]];
    if (!sizes.isBehind(low, 'global', 'group')) return [];
    return [Math.ceil(sizes.bounds.number(sizes.invocations()))];
  }

  /** Where a kernel begins, by itself or in rows: multiplied with sizes at most. */
  private isOffset(name: string, place: Polynomial): boolean {
    const isGiven = (each: string) => isSize(this.q.quantityOf(each));
    const of = [...place.keys()].map(poly.namesIn).filter((names) => names.includes(name));
    return of.length > 0 && of.every((names) => names.every(isGiven));
  }
}
