// App files that keep their shape, so that they get past the schema: other numbers, expressions and names where there
// are some, steps repeated, moved and left out. Every other one is changed as any JSON is.

import { type Grammar, type Json, mutateJsonText } from './mutate-json.ts';
import type { Random } from './random.ts';

const NUMBERS: readonly Json[] = [
  0,
  1,
  2,
  3,
  4,
  7,
  8,
  64,
  100,
  255,
  256,
  1024,
  4096,
  65535,
  65536,
  2 ** 20,
  2 ** 30,
  2 ** 32,
  2 ** 40,
  2 ** 53,
  -1,
  0.5,
  'N',
  'i',
  '4 * N',
  'GROUPS',
  '2^31',
  'N / 0',
];

function changed(random: Random, value: Json, names: readonly Json[]): Json {
  if (typeof value === 'number') return random.pick(NUMBERS);
  if (typeof value === 'string') return random.oneIn(3) ? random.pick(NUMBERS) : random.pick(names);
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) {
    const object = value as { readonly [key: string]: Json };
    const keys = Object.keys(object);
    if (keys.length === 0) return value;
    const key = random.pick(keys);
    if (!random.oneIn(12)) return { ...object, [key]: changed(random, object[key], names) };
    const { [key]: _, ...rest } = object;
    return rest;
  }
  const list = [...(value as readonly Json[])];
  if (list.length === 0) return list;
  const at = random.below(list.length);
  const action = random.below(8);
  if (action === 0) list.splice(at, 1);
  else if (action === 1) list.splice(random.below(list.length), 0, list[at]);
  else if (action === 2) list.push(...list.splice(at, 1));
  else list[at] = changed(random, list[at], names);
  return list;
}

export function mutateApp(random: Random, grammar: Grammar): string {
  if (random.oneIn(2)) return mutateJsonText(random, grammar);
  const names = [...grammar.values.filter((each) => typeof each === 'string'), ...grammar.keys];
  let value = random.pick(grammar.documents);
  for (let i = random.few(); i > 0; i--) value = changed(random, value, names);
  return JSON.stringify(value);
}
