// Numbers of a profile by path: `resources.fma.latencyCycles`, `memory.l2BytesPerSecond`. In the file a number
// stands by itself beside a `source`, or is a quantity with a source of its own.

import { unreachable } from '../diagnostics/diagnostic.ts';

type Json = Record<string, unknown>;

function holderOf(profile: unknown, path: readonly string[]): { holder: Json; key: string } {
  let holder = profile as Json;
  for (const key of path.slice(0, -1)) {
    const next = holder[key];
    if (typeof next !== 'object' || next === null) unreachable(`a profile without ${path.join('.')}`);
    holder = next as Json;
  }
  return { holder, key: path.at(-1)! };
}

function isQuantity(value: unknown): value is { value: number; source: string } {
  return typeof value === 'object' && value !== null && typeof (value as Json)['value'] === 'number';
}

/** The number at the path; undefined where the profile leaves it to a default. */
export function numberAt(profile: unknown, field: string): number | undefined {
  const { holder, key } = holderOf(profile, field.split('.'));
  const found = holder[key];
  if (isQuantity(found)) return found.value;
  return typeof found === 'number' ? found : undefined;
}

/** Where the number at the path comes from. */
export function sourceAt(profile: unknown, field: string): string | undefined {
  const { holder, key } = holderOf(profile, field.split('.'));
  const found = holder[key];
  const source = isQuantity(found) ? found.source : holder['source'];
  return typeof source === 'string' ? source : undefined;
}

/** A copy of the profile with another number at the path; its source too where one is given. */
export function withNumber<T>(profile: T, field: string, value: number, source?: string): T {
  const copy = structuredClone(profile);
  const { holder, key } = holderOf(copy, field.split('.'));
  const found = holder[key];
  if (isQuantity(found) || isQuantityField(field)) {
    holder[key] = { value, source: source ?? (isQuantity(found) ? found.source : 'guess:unset') };
  } else {
    holder[key] = value;
    if (source !== undefined) holder['source'] = mergedSource(holder['source'], key, source);
  }
  return copy;
}

/** Resources and classes hold plain numbers with one source; everything else holds quantities. */
function isQuantityField(field: string): boolean {
  return !/^(resources|classes)\./.test(field);
}

/** Latency and gap share a source: what is measured of one says nothing about where the other comes from. */
function mergedSource(old: unknown, key: string, source: string): string {
  const part = `${key.replace(/Cycles$/, '')} ${source}`;
  if (typeof old !== 'string' || old === '') return part;
  const others = old.split('; ').filter((each) => !each.startsWith(`${part.split(' ')[0]} `));
  // A source begins with its kind, by which guesses are told from measurements.
  return [source, ...others.filter((each) => each !== source)].join('; ');
}
