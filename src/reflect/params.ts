// The params of a launch file to be: numbers that somebody may change, called as the shader calls what they stand for.

import type { Buffer } from '../ir/ir.ts';
import type { MemoryType } from '../ir/memory-type.ts';
import { pathOfByte } from '../ir/memory-type.ts';
import { SMALL, SMALLEST_GRID } from './defaults.ts';
import { type Leaf, leavesIn } from './leaves.ts';
import type { Polynomial } from './polynomial.ts';
import * as poly from './polynomial.ts';
import { type Axis, isSize, type Quantities } from './quantities.ts';
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

/** What the shader calls by names that params may have, too. */
export interface ShaderNames {
  /** Names that params must not have. */
  readonly taken: readonly string[];
  /** What a param of the same name means, too, unless it is no size. */
  readonly constants: Readonly<Record<string, number>>;
}

export class Params {
  readonly all: Param[] = [];
  private readonly q: Quantities;
  private readonly given: Readonly<Record<string, number>>;
  private readonly taken: Set<string>;
  /** By the name as params are written. */
  private readonly constants: ReadonlyMap<string, number>;

  /** @param given numbers of params that somebody chose, by their names */
  constructor(q: Quantities, given: Readonly<Record<string, number>>, { taken, constants }: ShaderNames) {
    this.q = q;
    this.given = given;
    this.taken = new Set(taken);
    this.constants = new Map(Object.entries(constants).map(([name, value]) => [upperName(name), value]));
  }

  /** The param of this name, if there is one. */
  named(name: string): Param | undefined {
    return this.all.find((each) => each.name === name);
  }

  /** What somebody chose for a param. */
  givenFor(name: string): number | undefined {
    return Object.hasOwn(this.given, name) ? this.given[name] : undefined;
  }

  /** A param for a member or a length. */
  addFor(name: string, value: number, assumed?: string, isAsked = false): Polynomial {
    const quantity = this.q.quantityOf(name);
    if (!('buffer' in quantity) || quantity.kind === 'data') throw new Error(`no size: ${name}`);
    const buffer = this.q.module.buffers[quantity.buffer];
    const of = isOverride(buffer) ? ({ kind: 'override', name: buffer.name } as const) : quantity;
    // Nobody makes an override for nothing.
    if (of.kind === 'override' && value === 0 && this.givenFor(of.name) === undefined)
      return this.add(of.name, SMALL, of, NO_DEFAULT, isAsked);
    return this.add(this.nameOf(name), value, of, assumed, isAsked);
  }

  /** @param assumed what it is, if the kernel does not tell what it should be */
  add(name: string, value: number, of: Origin, assumed?: string, isAsked = false): Polynomial {
    let free = name;
    for (let k = 2; this.taken.has(free); k++) free = `${name}${k}`;
    this.taken.add(free);
    const given = this.givenFor(free);
    const named = this.constants.get(free) ?? 0;
    const isNamed = named >= SMALLEST_GRID;
    const told = isNamed ? SHADERS_CONSTANT : assumed;
    const isOpen = told !== undefined && given === undefined;
    this.all.push({
      name: free,
      value: given ?? (isNamed ? named : value),
      of,
      ...(isOpen ? { assumed: told } : {}),
      ...(isOpen && isAsked ? { isAsked } : {}),
    });
    return poly.symbol(free);
  }

  /** Whether it is a float in memory. */
  isFloat(name: string): boolean {
    return this.leafOf(name)?.scalar === 'f32';
  }

  private leafOf(name: string): Leaf | undefined {
    const quantity = this.q.quantityOf(name);
    if (quantity.kind !== 'member') return undefined;
    const { type } = this.q.module.buffers[quantity.buffer];
    return type && leavesIn(type).find(({ byte }) => byte === quantity.byte);
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
    if (quantity.kind === 'length') {
      const own = `${upper}_COUNT`;
      return this.q.axes.size === 1 ? this.countOf([this.q.module.buffers[quantity.buffer]], own) : own;
    }
    return /^[A-Z_]/.test(upper) ? upper : `N_${upper}`;
  }

  /** A param that counts elements: vectors by their width, so that nobody takes them for numbers. */
  countOf(buffers: readonly Buffer[], otherwise: string): string {
    const names = new Set(buffers.filter(({ runtimeArray }) => runtimeArray).map(countedBy));
    const name = names.size === 1 ? [...names][0] : 'N';
    const isOther = this.membersNamed(name) || (this.constants.get(name) ?? SMALLEST_GRID) < SMALLEST_GRID;
    return isOther || this.taken.has(name) ? otherwise : name;
  }

  /** Whether a member of a buffer is called so: what it counts is for the shader to say. */
  private membersNamed(name: string): boolean {
    const all = this.q.module.buffers.flatMap(({ type }) => (type ? leavesIn(type) : []));
    return all.some(
      ({ path }) => upperName(String(path.findLast((part) => typeof part === 'string'))) === name,
    );
  }

  /** As the shader calls it. */
  placeOf(name: string): string {
    const quantity = this.q.quantityOf(name);
    if (!isSize(quantity) || !('buffer' in quantity)) return name;
    const buffer = this.q.module.buffers[quantity.buffer!];
    if (quantity.kind !== 'member' || !buffer.type) return buffer.name;
    return `${buffer.name}${pathOfByte(buffer.type, quantity.byte)}`;
  }
}

/** `N` for what holds numbers, `VEC4S` for vectors of four. */
function countedBy({ type }: Buffer): string {
  const last = type?.kind === 'struct' ? type.members.at(-1)?.type : type;
  const element: MemoryType | undefined = last?.kind === 'array' ? last.element : undefined;
  return element?.kind === 'vector' ? `VEC${element.size}S` : 'N';
}

/** What a param is that has its number from the shader. */
const SHADERS_CONSTANT = "as the shader's constant of this name";

/** What an override is called that nothing says the number of. */
export const NO_DEFAULT = 'an override without a default';

/** As params are written, by a name of the shader. */
export function upperName(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/\W/g, '_')
    .toUpperCase();
}
