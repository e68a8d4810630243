// Reads `tunables` and `constraints` of a launch file: names with the values that they may take, expressions
// evaluated and ranges written out. What the names mean is not this folder's business.

import type { JsonDocument, JsonValue, Path } from './document.ts';
import type { Fields } from './fields.ts';
import type { ConstraintEntry, TunableEntry, TunableValue } from './launch.ts';

type Json = { readonly [key: string]: JsonValue };

/** Tunables whose values are texts; anywhere else a text is an expression. */
const OF_TEXTS: ReadonlySet<string> = new Set(['shader', 'entryPoint']);
/** Words that stand beside numbers: a stride of the subgroup's size, a loop unrolled in full. */
const WORDS: ReadonlySet<string> = new Set(['warp', 'full']);

const MOST_VALUES = 10_000;

/** Steps are added when there is a `step`, multiplied when there are `times`. */
export interface Range {
  readonly from: number;
  readonly to: number;
  readonly step?: number;
  readonly times?: number;
}

/** The numbers of a range, or what is wrong with it. */
export function expandRange({ from, to, step, times }: Range): number[] | string {
  if (![from, to, step ?? 1, times ?? 2].every(Number.isFinite)) return 'its numbers must be finite';
  if (from > to) return `from ${from} is above to ${to}`;
  if (times !== undefined && times <= 1) return `times ${times} is not above 1`;
  if (times !== undefined && from <= 0) return `from ${from} is not above 0, so that times leads nowhere`;
  if (step !== undefined && step <= 0) return `step ${step} is not above 0`;
  const values: number[] = [];
  // Steps are counted rather than summed up, so that the last value is not lost to rounding. Factors are
  // multiplied rather than raised to a power, whose last bit depends on the engine.
  let factor = 1;
  const end = to + Math.abs(to) * 1e-12;
  for (let i = 0; ; i++, factor *= times ?? 1) {
    const value = times === undefined ? from + i * (step ?? 1) : from * factor;
    if (!(value <= end)) return values;
    if (values.length === MOST_VALUES) return `it has more than ${MOST_VALUES} values`;
    values.push(value);
  }
}

export function isTextTunable(name: string): boolean {
  return OF_TEXTS.has(name);
}

/** A value that is no expression: a truth value, a word, or a text where texts are meant. */
export function isLiteral(name: string, value: unknown): value is string | boolean {
  return (
    typeof value === 'boolean' || (typeof value === 'string' && (OF_TEXTS.has(name) || WORDS.has(value)))
  );
}

function readRange(fields: Fields, range: Json, path: Path): number[] {
  const number = (key: string) =>
    range[key] === undefined ? undefined : fields.number(range[key] as number | string, [...path, key]);
  const [from, to, step, times] = [number('from'), number('to'), number('step'), number('times')];
  if (range['step'] !== undefined && range['times'] !== undefined) {
    fields.wrong('launch/tunable', path, 'a range has step or times, not both');
  } else if (from !== undefined && to !== undefined) {
    const values = expandRange({
      from,
      to,
      ...(step === undefined ? {} : { step }),
      ...(times === undefined ? {} : { times }),
    });
    if (typeof values !== 'string') return values;
    fields.wrong('launch/tunable', path, values);
  }
  return [];
}

function readValues(fields: Fields, name: string, values: readonly JsonValue[], path: Path): TunableValue[] {
  return values.flatMap((value, i): TunableValue[] => {
    if (isLiteral(name, value)) return [value];
    if (OF_TEXTS.has(name)) {
      fields.wrong('launch/tunable', [...path, i], 'must be a text');
      return [];
    }
    const number = fields.number(value as number | string, [...path, i]);
    if (number !== undefined && Number.isFinite(number)) return [number];
    if (number !== undefined) fields.wrong('launch/tunable', [...path, i], `${number} is not finite`);
    return [];
  });
}

/** What is wrong is recorded with `fields`; such values are left out. */
export function readTunables(fields: Fields, document: JsonDocument): TunableEntry[] {
  const tunables = ((document.value as Json)['tunables'] ?? {}) as Json;
  return Object.entries(tunables).map(([name, entry]): TunableEntry => {
    const path = ['tunables', name];
    const span = document.keySpan(path);
    if (Array.isArray(entry)) return { name, values: readValues(fields, name, entry, path), span };
    const { values, range } = entry as { values?: readonly JsonValue[]; range?: Json };
    if ((values === undefined) === (range === undefined)) {
      fields.wrong('launch/tunable', path, 'needs either "values" or a "range"');
      return { name, values: [], span };
    }
    if (range !== undefined) return { name, values: readRange(fields, range, [...path, 'range']), span };
    return { name, values: readValues(fields, name, values!, [...path, 'values']), span };
  });
}

export function readConstraints(document: JsonDocument): ConstraintEntry[] {
  const texts = ((document.value as Json)['constraints'] ?? []) as readonly string[];
  return texts.map((text, i) => ({ text, span: document.span(['constraints', i]) }));
}
