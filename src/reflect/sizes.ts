// The sizes of a kernel as far as they are settled: params for what is free, and for each quantity that the kernel reads
// what it is in terms of those.

import { Bounds, type Settled } from './bounds.ts';
import type { Params } from './params.ts';
import type { Polynomial } from './polynomial.ts';
import * as poly from './polynomial.ts';
import {
  extentName,
  isOfSizes,
  isSize,
  namesBehind,
  namesUsed,
  type Quantities,
  type Quantity,
} from './quantities.ts';

export class Sizes implements Settled {
  readonly quantities: Quantities;
  readonly params: Params;
  readonly bounds: Bounds;
  /** Every name that stands in a place or a guard, or is led back to. */
  readonly used: ReadonlySet<string>;
  private readonly values = new Map<string, Polynomial>();
  private readonly data = new Map<number, Polynomial>();

  constructor(quantities: Quantities, params: Params) {
    this.quantities = quantities;
    this.params = params;
    this.bounds = new Bounds(quantities, this);
    this.used = namesUsed(quantities);
  }

  /** The value of a quantity over params; undefined for what nothing hangs on. */
  over(name: string): Polynomial | undefined {
    return this.values.get(name) ?? (this.params.named(name) ? poly.symbol(name) : undefined);
  }

  ofData(buffer: number): Polynomial | undefined {
    return this.data.get(buffer);
  }

  numberOf(param: string): number {
    return this.params.named(param)?.value ?? 1;
  }

  set(name: string, value: Polynomial): void {
    this.values.set(name, value);
  }

  /** Says the most that numbers in a buffer are: the starts that rows of a sparse matrix end at. */
  setData(buffer: number, most: Polynomial): void {
    this.data.set(buffer, most);
  }

  /** Makes a param of a member or a length. */
  free(name: string, value: number, assumed?: string, isAsked = false): void {
    this.set(name, this.params.addFor(name, value, assumed, isAsked));
  }

  /** Members and lengths in it that nothing has settled. */
  openIn(value: Polynomial): string[] {
    return [...poly.namesOf(value)].filter((name) => this.isOpen(name));
  }

  /** Whether it is a member or a length that nothing has settled. */
  isOpen(name: string): boolean {
    return isSize(this.quantities.quantityOf(name)) && !this.values.has(name);
  }

  /** Made of members, lengths and numbers alone. */
  isGiven(value: Polynomial): boolean {
    return isOfSizes(value, this.quantities.quantityOf);
  }

  /** Makes params of the open names in a value, which together have so many elements. */
  settleOpen(value: Polynomial, elements: number): void {
    const all = this.openIn(value);
    // Where something begins counts less the further it begins: none of it is left out.
    const isStart = (name: string) => (value.get(name) ?? 0) < 0;
    for (const name of all.filter(isStart)) this.free(name, 0);
    const open = all.filter((name) => !isStart(name));
    for (const name of open) {
      const many = 2 ** Math.max(1, Math.round(Math.log2(elements) / open.length));
      // Where a quarter of it counts, four times as many; where it counts workgroups, so many fewer.
      const part = value.get(name) ?? 1;
      this.free(name, Math.max(1, Math.round(many / part)));
    }
  }

  /** With what is settled in terms of params. */
  inParams(value: Polynomial): Polynomial {
    return poly.substitute(value, (name) => this.over(name) ?? poly.symbol(name)) ?? value;
  }

  /** Invocations of the grid. */
  invocations(): Polynomial {
    const extents = [...this.quantities.axes].map((axis) => this.over(extentName(axis)) ?? poly.constant(1));
    return extents.reduce((product, each) => poly.multiply(product, each) ?? product, poly.constant(1));
  }

  /** Whether a value comes from something of this kind. */
  isBehind(value: Polynomial, ...kinds: readonly Quantity['kind'][]): boolean {
    const { quantityOf } = this.quantities;
    return [...namesBehind(this.quantities, value)].some((name) => kinds.includes(quantityOf(name).kind));
  }
}
