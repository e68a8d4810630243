// What a kernel's integers are told in terms of: names for what is not known before the launch, what each name stands
// for, where the kernel touches memory, and what its guards say there.

import type { Module, TextureInstruction } from '../ir/ir.ts';
import type { Polynomial } from './polynomial.ts';
import * as poly from './polynomial.ts';

/** What holds at a place: `low` is at most `high`. The facts of the places around it follow. */
export interface Fact {
  readonly low: Polynomial;
  readonly high: Polynomial;
  /** Half of an equality. */
  readonly isEqual?: true;
  readonly rest: Facts;
}
export type Facts = Fact | undefined;

/** A value as it arrives from one of several ways. */
export interface Arrival {
  readonly value: Polynomial;
  readonly facts: Facts;
}

export type Axis = 0 | 1 | 2;

/** What a name in a polynomial stands for. */
export type Quantity =
  /** An invocation's place in the grid, its workgroup's, or that within the workgroup. */
  | { readonly kind: 'global' | 'group' | 'local'; readonly axis: Axis }
  /** Invocations of the grid along an axis. */
  | { readonly kind: 'extent'; readonly axis: Axis }
  /** A word at a fixed place of a buffer that the kernel only reads. */
  | { readonly kind: 'member'; readonly buffer: number; readonly byte: number }
  /** Elements of a buffer's runtime-sized array. */
  | { readonly kind: 'length'; readonly buffer: number }
  /** Texels of a texture along an axis; layers are the third. */
  | { readonly kind: 'texels'; readonly buffer: number; readonly axis: Axis }
  /** What the kernel reads from memory; from a buffer, if it is one. */
  | { readonly kind: 'data'; readonly buffer?: number; readonly at?: Polynomial }
  /** At most the least of these. */
  | { readonly kind: 'limited'; readonly by: readonly Polynomial[] }
  | { readonly kind: 'quotient'; readonly of: Polynomial; readonly by: Polynomial }
  /** One of several. */
  | { readonly kind: 'choice'; readonly of: readonly Arrival[] }
  /**
   * `next` are the values of following iterations; `depth` counts the loops around, this one included; `beside` are
   * the names of all that the same loop carries.
   */
  | {
      readonly kind: 'loop';
      readonly beside: readonly string[];
      readonly initial: Arrival;
      readonly next: readonly Arrival[];
      readonly depth: number;
    };

export type Loop = Extract<Quantity, { kind: 'loop' }>;

export interface Access {
  readonly buffer: number;
  readonly kind: 'load' | 'store' | 'atomic';
  /** Of its first byte from the start of the buffer; undefined where nothing is known. */
  readonly place: Polynomial;
  readonly sizeBytes: number;
  readonly facts: Facts;
}

/** An access to a texture by whole texels; of one by a sampler, nothing is known. */
export interface TexelAccess {
  readonly buffer: number;
  readonly op: TextureInstruction['op'];
  readonly coordinates: readonly Polynomial[];
  readonly facts: Facts;
}

export interface Quantities {
  readonly module: Module;
  readonly texels: readonly TexelAccess[];
  readonly accesses: readonly Access[];
  /** What conditions compare, wherever they stand: in the kernel's order. */
  readonly guards: readonly Fact[];
  readonly quantityOf: (name: string) => Quantity;
  /** Names whose value something is divided by. */
  readonly divisors: ReadonlySet<string>;
  /** Elements of the smallest array of a fixed size that something indexes, by the name that indexes it. */
  readonly room: ReadonlyMap<string, number>;
  /** Members that reach a condition or an address in any way. */
  readonly steering: ReadonlySet<string>;
  /** Axes of which the kernel looks at coordinates. */
  readonly axes: ReadonlySet<Axis>;
}

/** Whether a launch decides how much it is: sizes and counts. */
export function isSize({ kind }: Quantity): boolean {
  return kind === 'member' || kind === 'length' || kind === 'texels';
}

/** Whether a value is made of sizes and numbers alone. */
export function isOfSizes(value: Polynomial, quantityOf: Quantities['quantityOf']): boolean {
  return [...poly.namesOf(value)].every((name) => isSize(quantityOf(name)));
}

/** Whether it is a place of an invocation or of a workgroup. */
export function isCoordinate({ kind }: Quantity): boolean {
  return kind === 'global' || kind === 'group' || kind === 'local';
}

export const memberName = (buffer: number, byte: number): string => `member.${buffer}.${byte}`;

export const lengthName = (buffer: number): string => `length.${buffer}`;

export const texelsName = (buffer: number, axis: Axis): string => `texels.${buffer}.${axis}`;

export const extentName = (axis: Axis): string => `extent.${'xyz'[axis]}`;

export const coordinateName = (kind: 'global' | 'group' | 'local', axis: Axis): string =>
  `${kind}.${'xyz'[axis]}`;

/** What a quantity comes from. */
function partsOf(quantity: Quantity): readonly Polynomial[] {
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

/** All names that values come from, theirs first. What is read from memory may lead on to where it is read. */
function namesBehindAll(
  { quantityOf }: Quantities,
  values: readonly Polynomial[],
  isThroughMemory: boolean,
): Set<string> {
  const seen = new Set<string>();
  const follow = (value: Polynomial): void => {
    for (const name of poly.namesOf(value)) {
      if (seen.has(name)) continue;
      seen.add(name);
      const quantity = quantityOf(name);
      if (isThroughMemory || quantity.kind !== 'data') partsOf(quantity).forEach(follow);
    }
  };
  values.forEach(follow);
  return seen;
}

/** All names that a value comes from without reading memory for it, its own first. */
export function namesBehind(quantities: Quantities, value: Polynomial): Set<string> {
  return namesBehindAll(quantities, [value], false);
}

/** Every name that stands in a place or a guard, or is led back to. */
export function namesUsed(quantities: Quantities): Set<string> {
  const { accesses, texels, guards } = quantities;
  const values = [
    ...accesses.map(({ place }) => place),
    ...texels.flatMap(({ coordinates }) => coordinates),
    ...guards.flatMap(({ low, high }) => [low, high]),
  ];
  return namesBehindAll(quantities, values, true);
}
