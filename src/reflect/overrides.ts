// Values for overrides that have no default. The kernel is decoded with numbers that stand out, and the part that each
// plays shows where its number turns up: in a guard of the grid, in a loop, in the size of an array.

import type { Module } from '../ir/ir.ts';
import { workgroupStorage } from '../ir/workgroup-storage.ts';
import { ALONG_AXES, ITERATIONS, PORTABLE_WORKGROUP_BYTES, SMALL } from './defaults.ts';
import * as poly from './polynomial.ts';
import type { Quantities } from './quantities.ts';
import { type EntryPointOutline, moduleOf, type ShaderText } from './shader.ts';
import { quantitiesOf } from './walk.ts';

/** Primes, so that a multiple is told from chance; small enough for arrays of them. */
const MARKS = [211, 223, 227, 229, 233, 239, 241, 251, 257, 263, 269, 271, 277, 281, 283, 293];

/** Elements of an array that each invocation has. */
const PRIVATE = 4;
/** By how many axes of the workgroup have names. */
const WORKGROUP = [64, 64, 16, 4];

/** A number for each of these overrides. `given` are those of others. */
export function choicesFor(
  shader: ShaderText,
  outline: EntryPointOutline,
  names: readonly string[],
  given: Readonly<Record<string, number>>,
): Record<string, number> {
  const along = outline.workgroupSize.filter((each) => each !== undefined).length;
  const isSize = (name: string) => outline.workgroupSize.includes(name);
  const plain = Object.fromEntries(names.map((name) => [name, isSize(name) ? WORKGROUP[along] : SMALL]));
  const open = names.filter((name) => !isSize(name)).slice(0, MARKS.length);
  if (open.length === 0) return plain;
  const marked = Object.fromEntries(open.map((name, k) => [name, MARKS[k]]));
  const { name: entryPoint } = outline;
  const module = moduleOf(shader, { entryPoint, constants: { ...given, ...plain, ...marked } }).value;
  if (!module) return plain;
  const quantities = quantitiesOf(module);
  const parts = open.map((name, k) => [name, valueByPart(MARKS[k], module, quantities)] as const);
  const found = { ...plain, ...Object.fromEntries(parts) };
  // Several of them together may be more than a workgroup's memory holds.
  const fits = (values: Record<string, number>) => {
    const decoded = moduleOf(shader, { entryPoint, constants: { ...given, ...values } }).value;
    return decoded !== undefined && workgroupStorage(decoded) <= PORTABLE_WORKGROUP_BYTES;
  };
  const atMost = (most: number) =>
    Object.fromEntries(Object.entries(found).map(([name, value]) => [name, Math.min(value, most)]));
  return [found, ...[SMALL, SMALL / 2, SMALL / 4].map(atMost)].find(fits) ?? plain;
}

function valueByPart(mark: number, { variables }: Module, quantities: Quantities): number {
  const isIn = (value: number) =>
    Math.abs(value) >= mark - 1 && (value % mark === 0 || (value + 1) % mark === 0);
  const sized = variables.filter(({ sizeBytes }) => isIn(sizeBytes / 4) || isIn(sizeBytes / 16));
  if (sized.length > 0) return sized.some(({ space }) => space === 'private') ? PRIVATE : SMALL;
  const guards = quantities.guards.filter(({ high }) => isIn(poly.constantOf(high) ?? 0));
  const lows = guards.flatMap(({ low }) => [...poly.namesOf(low)].map(quantities.quantityOf));
  const loop = lows.find(({ kind }) => kind === 'loop');
  if (lows.some(({ kind }) => kind === 'global' || kind === 'group')) return ALONG_AXES[quantities.axes.size];
  const isPitch = quantities.accesses.some(({ place }) =>
    [...place].some(([monomial, value]) => monomial !== '' && isIn(value / 4)),
  );
  if (isPitch) return quantities.axes.size > 1 ? ALONG_AXES[2] : ITERATIONS[1];
  if (loop?.kind === 'loop') return ITERATIONS[loop.depth === 1 ? 1 : 3];
  return SMALL;
}
