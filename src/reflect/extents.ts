// How far the grid of a kernel goes: what guards an axis is its extent, else what rows are multiplied with, else a param.

import { ALONG_AXES, MANY_TIMES_ALL, PORTABLE_GROUPS, SMALLEST_GRID, STRIDING_GROUPS } from './defaults.ts';
import type { Polynomial } from './polynomial.ts';
import * as poly from './polynomial.ts';
import {
  type Axis,
  coordinateName,
  extentName,
  type Fact,
  isCoordinate,
  isSize,
  type Quantities,
} from './quantities.ts';
import type { Sizes } from './sizes.ts';

/** Settles the extents of all axes, with the sizes that they are made of. */
export function settleExtents(sizes: Sizes): void {
  new Extents(sizes).run();
}

/** Settles only those that guards say something about. */
export function settleGuarded(sizes: Sizes): void {
  new Extents(sizes).byGuards();
}

/** Elements along an axis where a kernel is free in it. */
export function elementsAlong({ axes }: Quantities): number {
  return ALONG_AXES[Math.max(1, axes.size)];
}

class Extents {
  private readonly sizes: Sizes;
  private readonly q: Quantities;

  constructor(sizes: Sizes) {
    this.sizes = sizes;
    this.q = sizes.quantities;
  }

  run(): void {
    const { axes } = this.q;
    this.byGuards();
    for (const axis of axes) if (this.isOpen(axis)) this.byPitch(axis);
    for (const axis of axes) if (this.isOpen(axis)) this.free(axis);
  }

  byGuards(): void {
    for (const axis of this.q.axes) this.byGuard(axis);
  }

  private isOpen(axis: Axis): boolean {
    return this.sizes.over(extentName(axis)) === undefined;
  }

  /** What the guards of an axis say of its extent: that with names first, and of these the largest. */
  private byGuard(axis: Axis): void {
    // Neighbours before a place are guarded, too: they are no more than the places.
    const isBehind = ({ low }: Fact) => (low.get('') ?? 0) < 0;
    const all = this.q.guards.map((guard) => ({ guard, extents: this.extentOf(guard, axis) }));
    const found = all.filter(({ extents }) => extents.length > 0);
    const ahead = found.filter(({ guard }) => !isBehind(guard));
    const candidates = (ahead.length > 0 ? ahead : found).flatMap(({ extents }) => extents);
    const isNamed = (each: Polynomial) => poly.constantOf(each) === undefined;
    const named = candidates.filter(isNamed);
    const most = Math.min(elementsAlong(this.q), this.mostAlong(axis));
    for (const each of named) this.sizes.settleOpen(each, this.isLoopedOver(each) ? MANY_TIMES_ALL : most);
    const fitting = named.length > 0 ? named : candidates;
    const numbers = fitting.map((each) => this.sizes.bounds.number(this.sizes.inParams(each)));
    const largest = Math.max(...numbers);
    const extent = fitting[numbers.indexOf(largest)];
    const isFew = extent && largest < SMALLEST_GRID / 2 && poly.constantOf(extent) === undefined;
    if (extent && !isFew) this.sizes.set(extentName(axis), this.sizes.inParams(extent));
  }

  /** Invocations along an axis that every device dispatches. */
  private mostAlong(axis: Axis): number {
    return 2 ** Math.floor(Math.log2(PORTABLE_GROUPS * this.q.module.workgroupSize[axis]));
  }

  /** Whether each invocation goes through as many as there are invocations. */
  private isLoopedOver(extent: Polynomial): boolean {
    const names = poly.namesOf(extent);
    return this.q.guards.some(
      ({ low, high }) =>
        this.sizes.isBehind(low, 'loop') && [...poly.namesOf(high)].some((name) => names.has(name)),
    );
  }

  private extentOf({ low, high }: Fact, axis: Axis): Polynomial[] {
    if (!this.sizes.isGiven(high)) return [];
    const [coordinate, ...more] = [...poly.namesOf(low)].filter((name) =>
      isCoordinate(this.q.quantityOf(name)),
    );
    const isOther = (name: string) => {
      const quantity = this.q.quantityOf(name);
      return 'axis' in quantity && quantity.axis > 0;
    };
    const isFlat = more.some(isOther) && poly.namesOf(low).has(extentName(0));
    if (isFlat) return this.flatExtent(low, poly.add(high, poly.constant(1)), axis);
    const quantity = coordinate === undefined ? undefined : this.q.quantityOf(coordinate);
    if (!quantity || more.length > 0 || !('axis' in quantity) || quantity.axis !== axis) return [];
    const factor = low.get(coordinate) ?? 0;
    const start = new Map([...low].filter(([name]) => name !== coordinate));
    if (factor <= 0 || quantity.kind === 'local' || !this.sizes.isGiven(start)) return [];
    const most = poly.scale(poly.add(high, start, -1), 1 / factor);
    // Of 4 · i < n, the last i counts whole although n / 4 may be none.
    const count = factor === 1 ? poly.add(most, poly.constant(1)) : poly.add(most, poly.constant(1 / factor));
    const extent = quantity.kind === 'group' ? poly.scale(count, this.q.module.workgroupSize[axis]) : count;
    const number = poly.constantOf(extent);
    return number !== undefined && number < SMALLEST_GRID ? [] : [extent];
  }

  /** Of a grid whose rows follow each other: all in the first, or in rows of as many as kernels count themselves. */
  private flatExtent(low: Polynomial, count: Polynomial, axis: Axis): Polynomial[] {
    const size = this.q.module.workgroupSize;
    const row = STRIDING_GROUPS * size[0];
    const isCounted = poly.namesOf(low).has(extentName(0));
    if (isCounted) this.sizes.settleOpen(count, ALONG_AXES[1]);
    const hasRows = isCounted && this.sizes.bounds.number(this.sizes.inParams(count)) > row;
    if (axis === 0) return [hasRows ? poly.constant(row) : count];
    if (axis === 1) return [hasRows ? poly.scale(count, size[1] / row) : poly.constant(size[1])];
    return [];
  }

  /** What a place of the other axis is multiplied with is as much as there is of this one. */
  private byPitch(axis: Axis): void {
    const [global, group] = [coordinateName('global', axis), coordinateName('group', axis)];
    const pitches = this.q.accesses.flatMap(({ place }) => {
      const step = place.get(global);
      if (step === undefined || step <= 0 || place.has(group)) return [];
      return [...place].flatMap(([monomial, factor]) => this.pitchOf(monomial, factor / step, global));
    });
    // Several rows at once are further apart than those of a loop or of a workgroup's invocations.
    const factorOf = (each: Polynomial) => [...each.values()][0];
    pitches.sort((a, b) => Number(a.has('')) - Number(b.has('')) || factorOf(a) - factorOf(b));
    const [pitch] = pitches;
    if (!pitch) return;
    this.sizes.settleOpen(pitch, elementsAlong(this.q));
    this.sizes.set(extentName(axis), this.sizes.inParams(pitch));
  }

  /** What a place of another axis, or a loop's, is multiplied with. */
  private pitchOf(monomial: string, coefficient: number, global: string): Polynomial[] {
    const names = poly.namesIn(monomial);
    // Along the only axis, a loop that goes by a number of elements is the grid's stride.
    const isRow = (name: string) =>
      this.q.quantityOf(name).kind === 'loop' && (names.length > 1 || this.q.axes.size > 1);
    const other = names.filter(
      (name) => name !== global && (isCoordinate(this.q.quantityOf(name)) || isRow(name)),
    );
    const factors = names.filter((name) => !other.includes(name));
    if (other.length !== 1 || !factors.every((name) => isSize(this.q.quantityOf(name)))) return [];
    if (coefficient <= 0 || (factors.length === 0 && coefficient < SMALLEST_GRID)) return [];
    return [new Map([[factors.join('*'), coefficient]])];
  }

  private free(axis: Axis): void {
    const size = this.q.module.workgroupSize[axis];
    const suffix = axis === 0 ? '' : `_${'XYZ'[axis]}`;
    const { used } = this.sizes;
    const isStriding = used.has(extentName(axis));
    const isByGroup = !used.has(coordinateName('global', axis)) && size > 1;
    if (isStriding || isByGroup) {
      const many = isStriding ? STRIDING_GROUPS : elementsAlong(this.q) / (this.q.axes.size > 1 ? 1 : size);
      const number = Math.min(many, PORTABLE_GROUPS);
      const groups = this.sizes.params.add(`GROUPS${suffix}`, number, { kind: 'groups', axis });
      this.sizes.set(extentName(axis), poly.scale(groups, size));
      return;
    }
    const { params } = this.sizes;
    const isOne = this.q.axes.size === 1;
    const name = isOne
      ? params.countOf(this.q.module.buffers, 'INVOCATIONS')
      : ['WIDTH', 'HEIGHT', 'DEPTH'][axis];
    const number = Math.min(elementsAlong(this.q), this.mostAlong(axis));
    this.sizes.set(extentName(axis), params.add(name, number, { kind: 'invocations', axis }));
  }
}
