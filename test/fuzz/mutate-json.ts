// JSON out of JSON, by what the corpus itself shows of its grammar: values of the wrong type, numbers at their
// limits, long texts and prototype names in the place of values; keys taken away, repeated, renamed and put where
// they do not belong; parts of other files in the place of parts. One in eight is damaged as a text.

import type { Random } from './random.ts';
import { damageText } from './tokens.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const NUMBERS = [
  0,
  -0,
  1,
  -1,
  2,
  0.5,
  1e-9,
  -1e-9,
  255,
  65536,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  1e20,
  1e21,
  1e300,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  -1e300,
];
const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'toJSON',
  'then',
  'length',
  '',
  ' ',
  '0',
  '-1',
  'null',
  'ñ',
  '\0',
  '\ud800',
  '\u2028',
  '::error::',
  'a\nb',
  '\u001b[31m',
];
const SMALL: readonly Json[] = [
  null,
  true,
  false,
  '',
  [],
  {},
  [[]],
  [null],
  { toString: 1 },
  { length: 3 },
  [1, 2],
  'NaN',
  'Infinity',
];

/** Stands for brackets in brackets, which only the text has: here they would exhaust the stack. */
const DEEP = '@deep';

export interface Grammar {
  readonly documents: readonly Json[];
  readonly keys: readonly string[];
  readonly values: readonly Json[];
}

/** What occurs anywhere in the documents. */
export function grammarOf(documents: readonly Json[]): Grammar {
  const keys = new Set<string>();
  const values: Json[] = [];
  const visit = (value: Json): void => {
    values.push(value);
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value)) for (const key of Object.keys(value)) keys.add(key);
    for (const child of Object.values(value) as Json[]) visit(child);
  };
  for (const each of documents) visit(each);
  return { documents, keys: [...keys], values };
}

function hostile(random: Random, grammar: Grammar, like: Json): Json {
  switch (random.below(9)) {
    case 0:
    case 1:
      return random.pick(NUMBERS);
    case 2:
      return random.pick(NAMES);
    case 3:
      return random.pick(SMALL);
    case 4:
      return random.pick(grammar.values);
    case 5:
      return random.pick(grammar.keys);
    case 6:
      // Another one of its type.
      if (typeof like === 'number') return random.pick([-like, like * 2, like + 1, like / 3, String(like)]);
      if (typeof like === 'string')
        return random.pick([`${like} `, like.toUpperCase(), like.slice(1), Number(like)]);
      return [like];
    case 7:
      return typeof like === 'string'
        ? like.repeat(like.length < 100 && random.oneIn(50) ? 10_000 : 2)
        : Array.from({ length: random.oneIn(50) ? 500 : random.few() }, () => like);
    default:
      return DEEP;
  }
}

/** An entry as an own key, even `__proto__`. */
function withEntry(object: { readonly [key: string]: Json }, key: string, value: Json): Json {
  const copy = { ...object };
  Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

/** The document with something changed somewhere inside. */
function changed(random: Random, grammar: Grammar, value: Json): Json {
  if (typeof value !== 'object' || value === null) return hostile(random, grammar, value);
  const keys = Object.keys(value);
  // Further in, most of the time; entries of lists are much alike.
  if (keys.length > 0 && !random.oneIn(4)) {
    const key = random.pick(keys);
    if (Array.isArray(value)) {
      const copy = [...value];
      copy[Number(key)] = changed(random, grammar, copy[Number(key)]);
      return copy;
    }
    const object = value as { readonly [key: string]: Json };
    return withEntry(object, key, changed(random, grammar, object[key]));
  }
  if (random.oneIn(6)) return hostile(random, grammar, value);
  return Array.isArray(value)
    ? changedList(random, grammar, value)
    : changedObject(random, grammar, value as { readonly [key: string]: Json }, keys);
}

function changedList(random: Random, grammar: Grammar, list: readonly Json[]): Json {
  const at = random.below(list.length);
  const copy = [...list];
  const action = random.below(4);
  if (action === 0) copy.splice(at, random.few());
  else if (action === 1) copy.splice(at, 0, copy[at] ?? random.pick(grammar.values));
  else if (action === 2) copy.push(random.pick(grammar.values));
  else copy[at] = hostile(random, grammar, copy[at] ?? 0);
  return copy;
}

function changedObject(
  random: Random,
  grammar: Grammar,
  object: { readonly [key: string]: Json },
  keys: readonly string[],
): Json {
  const key = random.pick(keys.length > 0 ? keys : NAMES);
  const newKey = random.oneIn(3) ? random.pick(NAMES) : random.pick(grammar.keys);
  const { [key]: own = 0, ...rest } = object;
  switch (random.below(4)) {
    case 0:
      return rest;
    case 1:
      return withEntry(rest, newKey, own);
    case 2:
      return withEntry(object, newKey, random.oneIn(2) ? own : hostile(random, grammar, own));
    default:
      return withEntry(object, key, hostile(random, grammar, own));
  }
}

/** A document with one or a few changes. */
export function mutateJson(random: Random, grammar: Grammar): Json {
  let value = random.pick(grammar.documents);
  for (let i = random.few(); i > 0; i--) value = changed(random, grammar, value);
  return value;
}

function withDeep(random: Random, text: string): string {
  return text.replace(`"${DEEP}"`, () => {
    const depth = random.oneIn(10) ? 20_000 : 1 << random.below(8);
    const [open, close] = random.oneIn(2) ? ['[', ']'] : ['{"a":', '}'];
    return `${open.repeat(depth)}1${close.repeat(depth)}`;
  });
}

/** The text of a document, now and then spelt or cut as it should not be. */
export function mutateJsonText(random: Random, grammar: Grammar): string {
  const text = withDeep(random, JSON.stringify(mutateJson(random, grammar), null, random.oneIn(8) ? 2 : 0));
  if (!random.oneIn(8)) return text;
  switch (random.below(5)) {
    case 0:
      return text.slice(0, random.below(text.length));
    case 1:
      return text.replace(/\d{1,9}/, random.pick(['NaN', '-Infinity', '1e999', '00', '0x1', '-']));
    case 2:
      return text.replace(/"(\w+)":/, '"$1":1,"$1":');
    default:
      return damageText(random, text);
  }
}
