// Which sizes a kernel is to be launched with: params for what is free, and for each quantity that the kernel reads what
// it is in terms of those. By the part that a quantity plays in the code: what guards an axis of the grid is its
// extent, what a loop counts up to is its length, what a row is multiplied with is a pitch. Names only name.

import { pathOfByte } from '../ir/memory-type.ts';
import { Bounds } from './bounds.ts';
import { countOfLeaves, type Leaf, leavesOf } from './leaves.ts';
import type { Polynomial } from './polynomial.ts';
import * as poly from './polynomial.ts';
import { type Axis, extentName, type Fact, isSize, type Quantities } from './quantities.ts';
import { isOverride } from './symbolic.ts';

/** What a param stands for in the kernel. */
export type Origin =
  /** A word of a buffer that the kernel only reads. */
  | { readonly kind: 'member'; readonly buffer: number; readonly byte: number }
  /** Elements of a buffer's runtime-sized array. */
  | { readonly kind: 'length'; readonly buffer: number }
  /** Of a texture, along an axis. */
  | { readonly kind: 'texels'; readonly buffer: number; readonly axis: Axis }
  /** Of the dispatch. */
  | { readonly kind: 'invocations' | 'groups'; readonly axis: Axis }
  /** Elements in a row of a sparse matrix, on average. */
  | { readonly kind: 'meanRow' }
  | { readonly kind: 'override'; readonly name: string };

export interface Param {
  readonly name: string;
  readonly value: number;
  readonly of: Origin;
  /** What it is, where the kernel does not tell what it should be. */
  readonly assumed?: string;
  /** No number is more likely than another: whoever is there should be asked. */
  readonly isAsked?: true;
}

export interface Settlement {
  readonly params: readonly Param[];
  readonly bounds: Bounds;
  /** The value of a quantity over params; undefined for what nothing hangs on. */
  readonly over: (name: string) => Polynomial | undefined;
  /** What loops over rows of a sparse matrix end at: the starts that a buffer holds. */
  readonly setData: (buffer: number, most: Polynomial) => void;
  readonly addParam: (name: string, value: number, of: Origin, assumed?: string) => Polynomial;
}

/** Elements along each axis, by how many axes there are: about a million invocations, as a GPU needs to be busy. */
const ALONG_AXES = [2 ** 20, 2 ** 20, 1024, 128];
/** Workgroups of a kernel whose invocations stride through all there is. */
const STRIDING_GROUPS = 1024;
/** Iterations of a loop, by how many loops are around it and itself. */
const ITERATIONS = [0, 256, 32, 8];
/** Of a loop that a workgroup's invocations share. */
const SHARED_ITERATIONS = 1024;
/** What elements are divided into rows by. */
const ROW = 1024;
/** Elements of which each invocation goes through all. */
const MANY_TIMES_ALL = 2 ** 14;
/** What nothing shows the part of. */
const SMALL = 16;
/** Fewer is a test for a few invocations, not the size of a grid. */
const SMALLEST_GRID = 32;
const PORTABLE_GROUPS = 65535;

/**
 * @param given numbers of params that somebody chose, by their names
 * @param taken names that params must not have
 */
export function settle(
  quantities: Quantities,
  given: Readonly<Record<string, number>>,
  taken: readonly string[],
): Settlement {
  const settling = new Settling(quantities, given, taken);
  settling.run();
  return settling.result();
}

class Settling {
  private readonly q: Quantities;
  private readonly given: Readonly<Record<string, number>>;
  private readonly taken: Set<string>;
  private readonly params: Param[] = [];
  private readonly values = new Map<string, Polynomial>();
  private readonly data = new Map<number, Polynomial>();
  private readonly bounds: Bounds;

  constructor(q: Quantities, given: Readonly<Record<string, number>>, taken: readonly string[]) {
    this.q = q;
    this.given = given;
    this.taken = new Set(taken);
    this.bounds = new Bounds(q, {
      over: (name) => this.over(name),
      ofData: (buffer) => this.data.get(buffer),
      numberOf: (param) => this.params.find((each) => each.name === param)?.value ?? 1,
    });
  }

  result(): Settlement {
    return {
      params: this.params,
      bounds: this.bounds,
      over: (name) => this.over(name),
      setData: (buffer, most) => this.data.set(buffer, most),
      addParam: (name, value, of, assumed) => this.param(name, value, of, assumed),
    };
  }

  run(): void {
    const overrides = this.q.module.buffers.flatMap((buffer, k) =>
      isOverride(buffer) ? [{ name: `member.${k}.0`, of: buffer.name }] : [],
    );
    for (const { name, of } of overrides)
      if (Object.hasOwn(this.given, of)) this.settleOpen(poly.symbol(name), this.given[of]);
    for (const axis of this.q.axes) this.extentByGuard(axis);
    for (const axis of this.q.axes) this.extentByPitch(axis);
    for (const axis of this.q.axes) if (!this.values.has(extentName(axis))) this.freeExtent(axis);
    this.equalGuards();
    this.loopLengths();
    this.divisors();
    this.pitches();
    this.rest();
    for (const { name } of overrides)
      if (this.isOpen(name))
        this.values.set(name, this.paramFor(name, SMALL, 'an override without a default'));
  }

  private over(name: string): Polynomial | undefined {
    return (
      this.values.get(name) ??
      (this.params.some((each) => each.name === name) ? poly.symbol(name) : undefined)
    );
  }

  /** Members and lengths in it that nothing has settled. */
  private openIn(value: Polynomial): string[] {
    return [...poly.namesOf(value)].filter((name) => this.isOpen(name));
  }

  private isOpen(name: string): boolean {
    return isSize(this.q.quantityOf(name)) && !this.values.has(name);
  }

  /** Made of members, lengths and numbers alone. */
  private isGiven(value: Polynomial): boolean {
    return [...poly.namesOf(value)].every((name) => isSize(this.q.quantityOf(name)));
  }

  /** Makes params of the open names in a value, which together have so many elements. */
  private settleOpen(value: Polynomial, elements: number, assumed?: string): void {
    const open = this.openIn(value).filter((name) => !this.isStart(name, value, assumed));
    for (const name of open) {
      const many = 2 ** Math.max(1, Math.round(Math.log2(elements) / open.length));
      // Where a quarter of it counts, four times as many; where it counts workgroups, so many fewer.
      const part = Math.abs(value.get(name) ?? 1);
      const each = Math.max(1, Math.round(many / part));
      this.values.set(name, this.paramFor(name, each, assumed));
    }
  }

  /** Where something begins counts less the further it begins: none of it is left out. */
  private isStart(name: string, value: Polynomial, assumed?: string): boolean {
    if ((value.get(name) ?? 0) >= 0) return false;
    this.values.set(name, this.paramFor(name, 0, assumed));
    return true;
  }

  private inParams(value: Polynomial): Polynomial {
    return poly.substitute(value, (name) => this.over(name) ?? poly.symbol(name)) ?? value;
  }

  private get elementsAlong(): number {
    return ALONG_AXES[Math.max(1, this.q.axes.size)];
  }

  /** What the guards of an axis say of its extent: that with names first, and of these the largest. */
  private extentByGuard(axis: Axis): void {
    // Neighbours before a place are guarded, too: they are no more than the places.
    const isBehind = ({ low }: Fact) => (low.get('') ?? 0) < 0;
    const all = this.q.guards.map((guard) => ({ guard, extents: this.extentOf(guard, axis) }));
    const found = all.filter(({ extents }) => extents.length > 0);
    const ahead = found.filter(({ guard }) => !isBehind(guard));
    const candidates = (ahead.length > 0 ? ahead : found).flatMap(({ extents }) => extents);
    const isNamed = (each: Polynomial) => poly.constantOf(each) === undefined;
    const named = candidates.filter(isNamed);
    const most = Math.min(this.elementsAlong, this.mostAlong(axis));
    for (const each of named) this.settleOpen(each, this.isLoopedOver(each) ? MANY_TIMES_ALL : most);
    const fitting = named.length > 0 ? named : candidates;
    const numbers = fitting.map((each) => this.bounds.number(this.inParams(each)));
    const largest = Math.max(...numbers);
    const extent = fitting[numbers.indexOf(largest)];
    const isFew = extent && largest < SMALLEST_GRID / 2 && poly.constantOf(extent) === undefined;
    if (extent && !isFew) this.values.set(extentName(axis), this.inParams(extent));
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
        this.isBehind(low, 'loop') && [...poly.namesOf(high)].some((name) => names.has(name)),
    );
  }

  /** Whether a value comes from something of this kind. */
  private isBehind(value: Polynomial, ...kinds: readonly string[]): boolean {
    return [...namesBehind(this.q, value)].some((name) => kinds.includes(this.q.quantityOf(name).kind));
  }

  private extentOf({ low, high }: Fact, axis: Axis): Polynomial[] {
    if (!this.isGiven(high)) return [];
    const [coordinate, ...more] = [...poly.namesOf(low)].filter((name) => this.isCoordinate(name));
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
    if (factor <= 0 || quantity.kind === 'local' || !this.isGiven(start)) return [];
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
    if (isCounted) this.settleOpen(count, ALONG_AXES[1]);
    const hasRows = isCounted && this.bounds.number(this.inParams(count)) > row;
    if (axis === 0) return [hasRows ? poly.constant(row) : count];
    if (axis === 1) return [hasRows ? poly.scale(count, size[1] / row) : poly.constant(size[1])];
    return [];
  }

  private isCoordinate(name: string): boolean {
    return ['global', 'group', 'local'].includes(this.q.quantityOf(name).kind);
  }

  /** What a place of the other axis is multiplied with is as much as there is of this one. */
  private extentByPitch(axis: Axis): void {
    if (this.values.has(extentName(axis))) return;
    const [global, group] = [`global.${'xyz'[axis]}`, `group.${'xyz'[axis]}`];
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
    this.settleOpen(pitch, this.elementsAlong);
    this.values.set(extentName(axis), this.inParams(pitch));
  }

  /** What a place of another axis, or a loop's, is multiplied with. */
  private pitchOf(monomial: string, coefficient: number, global: string): Polynomial[] {
    const names = poly.namesIn(monomial);
    // Along the only axis, a loop that goes by a number of elements is the grid's stride.
    const isRow = (name: string) =>
      this.q.quantityOf(name).kind === 'loop' && (names.length > 1 || this.q.axes.size > 1);
    const other = names.filter((name) => name !== global && (this.isCoordinate(name) || isRow(name)));
    const factors = names.filter((name) => !other.includes(name));
    if (other.length !== 1 || !factors.every((name) => this.isGiven(poly.symbol(name)))) return [];
    if (coefficient <= 0 || (factors.length === 0 && coefficient < SMALLEST_GRID)) return [];
    return [new Map([[factors.join('*'), coefficient]])];
  }

  private freeExtent(axis: Axis): void {
    const size = this.q.module.workgroupSize[axis];
    const suffix = axis === 0 ? '' : `_${'XYZ'[axis]}`;
    const names = this.namesUsed();
    const isStriding = names.has(extentName(axis));
    const isByGroup = !names.has(`global.${'xyz'[axis]}`) && size > 1;
    if (isStriding || isByGroup) {
      const many = isStriding ? STRIDING_GROUPS : this.elementsAlong / (this.q.axes.size > 1 ? 1 : size);
      const number = Math.min(many, PORTABLE_GROUPS);
      const groups = this.param(`GROUPS${suffix}`, number, { kind: 'groups', axis });
      this.values.set(extentName(axis), poly.scale(groups, size));
      return;
    }
    const name = this.q.axes.size === 1 ? 'N' : ['WIDTH', 'HEIGHT', 'DEPTH'][axis];
    const number = Math.min(this.elementsAlong, this.mostAlong(axis));
    this.values.set(extentName(axis), this.param(name, number, { kind: 'invocations', axis }));
  }

  /** Every name that stands in a place or a guard, or is led back to. */
  private namesUsed(): Set<string> {
    const used = new Set<string>();
    const follow = (value: Polynomial): void => {
      for (const name of poly.namesOf(value)) {
        if (used.has(name)) continue;
        used.add(name);
        for (const part of partsOf(this.q, name)) follow(part);
      }
    };
    for (const { place } of this.q.accesses) follow(place);
    for (const each of this.q.texels.flatMap(({ coordinates }) => coordinates)) follow(each);
    for (const { low, high } of this.q.guards) {
      follow(low);
      follow(high);
    }
    return used;
  }

  /** Another member that guards an axis is as large as the axis. */
  private equalGuards(): void {
    for (const { low, high } of this.q.guards) {
      const [open, ...more] = this.openIn(high);
      if (open === undefined || more.length > 0 || high.get(open) !== 1 || !this.isGiven(high)) continue;
      const names = [...poly.namesOf(low)];
      if (names.length === 0 || !names.every((name) => this.isCoordinate(name))) continue;
      const most = this.bounds.upper(low, undefined);
      const rest = poly.substitute(high, (name) => (name === open ? poly.ZERO : this.over(name)));
      if (most && rest) this.values.set(open, poly.add(most, rest, -1));
    }
  }

  private loopLengths(): void {
    for (const { low, high } of this.q.guards) {
      const loop = [...poly.namesOf(low)].find((name) => this.q.quantityOf(name).kind === 'loop');
      const quantity = loop === undefined ? undefined : this.q.quantityOf(loop);
      if (loop === undefined || quantity?.kind !== 'loop') continue;
      // From the first to the last of a row, wherever rows begin.
      const length = poly.add(high, quantity.initial.value, -1);
      this.settleOpen(length, this.iterationsOf(loop, length));
    }
    for (const name of this.namesUsed()) {
      const quantity = this.q.quantityOf(name);
      if (quantity.kind !== 'loop') continue;
      this.settleOpen(quantity.initial.value, this.iterationsOf(name, quantity.initial.value));
    }
  }

  private iterationsOf(loop: string, length: Polynomial): number {
    const quantity = this.q.quantityOf(loop);
    if (quantity.kind !== 'loop') return 1;
    const kinds = [...poly.namesOf(length)].map((name) => this.q.quantityOf(name).kind);
    if (kinds.includes('local')) return SHARED_ITERATIONS;
    if (kinds.includes('global') || kinds.includes('group')) return this.elementsAlong;
    return ITERATIONS[Math.min(quantity.depth, ITERATIONS.length - 1)];
  }

  /** What elements are divided into rows by: as long as somebody says. */
  private divisors(): void {
    for (const name of this.namesUsed())
      if (this.isOpen(name) && this.q.divisors.has(name)) this.values.set(name, this.paramFor(name, ROW));
  }

  /** What is multiplied with a coordinate or counter is the size of what the rest goes through. */
  private pitches(): void {
    // Once from the inside out: the pitch of planes needs that of rows.
    for (let round = 0; round < 3; round++) {
      for (const { place, facts, sizeBytes } of this.q.accesses) {
        for (const open of this.openIn(place)) {
          const isOf = (monomial: string) => poly.namesIn(monomial).includes(open);
          const terms = [...place].filter(([monomial]) => isOf(monomial));
          const rest: Polynomial = new Map([...place].filter(([monomial]) => !isOf(monomial)));
          const [[, factor]] = terms;
          if (terms.length !== 1 || this.isOffset(open, place) || this.openIn(rest).length > 0) continue;
          const most = this.bounds.upper(rest, facts);
          if (most) {
            const pitch = poly.scale(poly.add(most, poly.constant(sizeBytes)), 1 / factor);
            this.values.set(open, this.bounds.number(pitch) >= 1 ? pitch : poly.constant(1));
          }
        }
      }
    }
  }

  /** What plays no part that says how large it is. */
  private rest(): void {
    const used = this.namesUsed();
    for (const { place } of this.q.accesses) {
      for (const name of this.openIn(place)) {
        const isOffset = this.isOffset(name, place);
        const told = isOffset ? undefined : `what indices are multiplied with, \`${this.placeOf(name)}\``;
        this.values.set(name, this.paramFor(name, isOffset ? 0 : ROW, told));
      }
    }
    for (const name of used) {
      // The length of an array that nothing else says is what the accesses to it need.
      if (!this.isOpen(name) || this.q.quantityOf(name).kind === 'length') continue;
      const told = `which way the kernel takes hangs on \`${this.placeOf(name)}\``;
      const [count] = this.q.guards.flatMap((guard) => this.countBy(guard, name));
      // A float that data are compared with is no mode.
      if (count === undefined && this.isFloat(name)) continue;
      this.values.set(name, this.paramFor(name, count ?? 0, told, count === undefined));
    }
    for (const name of this.q.steering) {
      if (!this.isOpen(name)) continue;
      const told = `which way the kernel takes hangs on \`${this.placeOf(name)}\``;
      this.values.set(name, this.paramFor(name, 1, told, !this.isFloat(name)));
    }
  }

  /** A param for a member or a length. */
  private paramFor(name: string, value: number, assumed?: string, isAsked = false): Polynomial {
    const quantity = this.q.quantityOf(name);
    if (!('buffer' in quantity) || quantity.kind === 'data') throw new Error(`no size: ${name}`);
    const buffer = this.q.module.buffers[quantity.buffer];
    const of = isOverride(buffer) ? ({ kind: 'override', name: buffer.name } as const) : quantity;
    // Nobody makes an override for nothing.
    const isNone = of.kind === 'override' && value === 0 && !Object.hasOwn(this.given, of.name);
    if (isNone) return this.param(of.name, SMALL, of, 'an override without a default', isAsked);
    return this.param(this.nameOf(name), value, of, assumed, isAsked);
  }

  /** How much a member is that a guard compares with counters or places. */
  private countBy({ low, high, isEqual }: Fact, name: string): number[] {
    if (isEqual || (high.get(name) ?? 0) <= 0) return [];
    if (this.isBehind(low, 'loop')) return [ITERATIONS[1]];
    if (!this.isBehind(low, 'global', 'group')) return [];
    const extents = [...this.q.axes].map((axis) => this.over(extentName(axis)) ?? poly.constant(1));
    return [Math.ceil(extents.reduce((product, each) => product * this.bounds.number(each), 1))];
  }

  private isFloat(name: string): boolean {
    return this.leafOf(name)?.scalar === 'f32';
  }

  private leafOf(name: string): Leaf | undefined {
    const quantity = this.q.quantityOf(name);
    if (quantity.kind !== 'member') return undefined;
    const { type } = this.q.module.buffers[quantity.buffer];
    if (!type || countOfLeaves(type) > 4096) return undefined;
    return leavesOf(type).find(({ byte }) => byte === quantity.byte);
  }

  /** Where a kernel begins, by itself or in rows: multiplied with sizes at most. */
  private isOffset(name: string, place: Polynomial): boolean {
    const isSize = (each: string) => this.isGiven(poly.symbol(each));
    const of = [...place.keys()].map(poly.namesIn).filter((names) => names.includes(name));
    return of.length > 0 && of.every((names) => names.every(isSize));
  }

  private param(name: string, value: number, of: Origin, assumed?: string, isAsked = false): Polynomial {
    let free = name;
    for (let k = 2; this.taken.has(free); k++) free = `${name}${k}`;
    this.taken.add(free);
    const isGiven = Object.hasOwn(this.given, free);
    const isOpen = assumed !== undefined && !isGiven;
    this.params.push({
      name: free,
      value: isGiven ? this.given[free] : value,
      of,
      ...(isOpen ? { assumed } : {}),
      ...(isOpen && isAsked ? { isAsked } : {}),
    });
    return poly.symbol(free);
  }

  /** As a param would be called: by the last names of the member. */
  private nameOf(name: string): string {
    const quantity = this.q.quantityOf(name);
    if (quantity.kind === 'texels') {
      const side = ['WIDTH', 'HEIGHT', 'DEPTH'][quantity.axis];
      return this.taken.has(side)
        ? `${upperName(this.q.module.buffers[quantity.buffer].name)}_${side}`
        : side;
    }
    if ('buffer' in quantity && isOverride(this.q.module.buffers[quantity.buffer!]))
      return this.q.module.buffers[quantity.buffer!].name;
    const leaf = this.leafOf(name);
    // Of a vector's part, the vector's name, too; what a member is called may look like one.
    const isPart = typeof leaf?.path.at(-1) === 'number';
    const last = isPart ? /[A-Za-z_]\w*(\[\d+\])*(\.[xyzw])?$/ : /[A-Za-z_]\w*$/;
    const text = last.exec(this.placeOf(name))?.[0] ?? name;
    const upper = upperName(text).replace(/_+$/, '').replace(/__+/g, '_');
    if (quantity.kind === 'length')
      return this.q.axes.size === 1 && !this.taken.has('N') ? 'N' : `${upper}_COUNT`;
    return /^[A-Z_]/.test(upper) ? upper : `N_${upper}`;
  }

  /** As the shader calls it. */
  private placeOf(name: string): string {
    const quantity = this.q.quantityOf(name);
    if (!isSize(quantity) || !('buffer' in quantity)) return name;
    const buffer = this.q.module.buffers[quantity.buffer!];
    if (quantity.kind !== 'member' || !buffer.type) return buffer.name;
    return `${buffer.name}${pathOfByte(buffer.type, quantity.byte)}`;
  }
}

/** As params are written, by a name of the shader. */
export function upperName(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/\W/g, '_')
    .toUpperCase();
}

/** What a quantity comes from. */
export function partsOf(q: Quantities, name: string): readonly Polynomial[] {
  const quantity = q.quantityOf(name);
  switch (quantity.kind) {
    case 'limited':
      return quantity.by;
    case 'quotient':
      return [quantity.of, quantity.by];
    case 'choice':
      return quantity.of.map(({ value }) => value);
    case 'loop':
      return [quantity.initial.value, ...quantity.next.map(({ value }) => value)];
    case 'data':
      return quantity.at ? [quantity.at] : [];
    default:
      return [];
  }
}

/** All names that a value comes from without reading memory for it, its own first. */
export function namesBehind(q: Quantities, value: Polynomial): Set<string> {
  const seen = new Set<string>();
  const follow = (each: Polynomial): void => {
    for (const name of poly.namesOf(each)) {
      if (seen.has(name)) continue;
      seen.add(name);
      if (q.quantityOf(name).kind !== 'data') for (const part of partsOf(q, name)) follow(part);
    }
  };
  follow(value);
  return seen;
}
