// Launch files out of launch files: hostile values in the place of values, keys added, dropped and repeated,
// expressions that abuse the calculator, and damage to the text.

import { parse } from 'jsonc-parser';
import words from './launch-words.json' with { type: 'json' };
import type { Random } from './random.ts';
import { damageText, mutateTokens, tokensOf } from './tokens.ts';

const PATHS = [...words.paths, '\ud800', 'x'.repeat(5_000), '../'.repeat(1_000)];
const KEYS = [...words.keys, 'x'.repeat(2_000)];

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const NUMBERS = [
  0,
  -0,
  1,
  -1,
  0.5,
  2,
  3,
  4,
  7,
  63,
  64,
  255,
  256,
  65535,
  65536,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32 - 1,
  2 ** 32,
  2 ** 33,
  2 ** 53,
  2 ** 53 - 1,
  1e15,
  1e21,
  1e300,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  -(2 ** 31),
  -1e300,
  4294967292,
  1e-9,
];

/** An expression by chance: numbers, names of the file, calls, operators, depth. */
function expression(random: Random, names: readonly string[], depth = 0): string {
  if (random.oneIn(4)) return random.pick(words.expressions);
  const inner = () =>
    depth > 4 || random.oneIn(2) ? leaf(random, names) : expression(random, names, depth + 1);
  switch (random.below(8)) {
    case 0:
      return `${random.pick(words.calls)}(${inner()}, ${inner()})`;
    case 1:
      return `${random.pick(words.calls)}(${inner()})`;
    case 2:
      return `(${inner()}) ? (${inner()}) : (${inner()})`;
    case 3:
      return deep(random, inner());
    case 4:
      return leaf(random, names);
    default:
      return `${inner()} ${random.pick(['+', '-', '*', '/', '^', '%', 'mod', '&', '|', '<<', '>>', '>>>', '<', '==', '!=', 'and', 'xor', '..', '.*', './', '.^', ':', ',', '', '!', "'", 'to', 'in', '=', '?', '??'])} ${inner()}`;
  }
}

function leaf(random: Random, names: readonly string[]): string {
  if (names.length > 0 && random.oneIn(2)) return random.pick(names);
  return String(random.pick(NUMBERS));
}

function deep(random: Random, inner: string): string {
  const times = random.oneIn(100) ? 20_000 : 1 << random.below(10);
  const [before, after] = random.pick([
    ['(', ')'],
    ['-', ''],
    ['abs(', ')'],
    ['[', ']'],
    ['1+', ''],
    ['2^', ''],
    ['not ', ''],
    ['1?', ':1'],
    ['', '!'],
    ['', "'"],
    ['{a:', '}'],
    ['f(x)=', ''],
    ['1<', ''],
    ['sqrt ', ''],
  ] as const);
  return before.repeat(times) + inner + after.repeat(times);
}

function hostileValue(random: Random, names: readonly string[], like: Json): Json {
  // Mostly of the right type, so that it is not the schema that stops it.
  if ((typeof like === 'number' || typeof like === 'string') && !random.oneIn(6)) {
    return random.oneIn(2) ? random.pick(NUMBERS) : expression(random, names);
  }
  if (typeof like === 'object' && like !== null && 'kind' in like && !random.oneIn(6)) return dataOf(random);
  switch (random.below(12)) {
    case 0:
    case 1:
    case 2:
      return random.pick(NUMBERS);
    case 3:
    case 4:
    case 5:
      return expression(random, names);
    case 6:
      return random.pick(PATHS);
    case 7:
      return random.pick([
        null,
        true,
        false,
        [],
        {},
        [[]],
        [null],
        { kind: null },
        { f32: 1 },
        { f32: 'x', u32: 1 },
        [1, 2, 3, 4],
      ]);
    case 8:
      // Long lists of short values; megabytes of text would only test the reading of text.
      return Array.from({ length: isShort(like) && random.oneIn(40) ? 5_000 : random.few() * 3 }, () => like);
    case 9:
      return {
        kind: random.pick(words.kinds),
        seed: random.pick(NUMBERS),
        min: 0,
        max: 1,
        modulo: random.pick(NUMBERS),
        values: [1, '2', { f32: 3 }],
        rows: random.pick(NUMBERS),
        meanRow: random.pick(NUMBERS),
        path: random.pick(PATHS),
      };
    case 10:
      return dataOf(random);
    default:
      return typeof like === 'string' && like.length > 0
        ? `${like}${random.pick(['*2', '-1', '+0.5', '*1e9', '/0', '^2', ' '])}`
        : like;
  }
}

function isShort(value: Json): boolean {
  return typeof value !== 'object' && String(value).length < 20;
}

/** A right `data` object with extreme numbers. */
function dataOf(random: Random): Json {
  const number = () => random.pick(NUMBERS);
  const kind = random.pick(words.kinds);
  switch (kind) {
    case 'random-f32':
      return { kind, seed: number(), min: number(), max: number() };
    case 'random-u32':
      return { kind, seed: number(), modulo: number() };
    case 'csr-rows':
      return { kind, rows: number(), meanRow: number(), seed: number() };
    case 'file':
      return { kind, path: random.pick(PATHS) };
    case 'words':
    case 'u32':
    case 'f32':
      return { kind, values: [number(), number()] };
    default:
      return { kind };
  }
}

/** Every object and list of a document, with the keys it has. */
function containers(value: Json, found: (Json[] | { [key: string]: Json })[] = []): typeof found {
  if (typeof value !== 'object' || value === null) return found;
  found.push(value);
  for (const child of Array.isArray(value) ? value : Object.values(value)) containers(child, found);
  return found;
}

function mutateValue(random: Random, root: Json, names: readonly string[]): void {
  const container = random.pick(containers(root));
  if (container === undefined) return;
  if (Array.isArray(container)) {
    const at = random.below(container.length);
    const action = random.below(8);
    if (action === 0) container.splice(at, 1);
    else if (action === 1) container.push(structuredClone(container[at] ?? 1));
    else container[at] = hostileValue(random, names, container[at] ?? 0);
    return;
  }
  const keys = Object.keys(container);
  const key = random.oneIn(6) || keys.length === 0 ? random.pick(KEYS) : random.pick(keys);
  if (random.oneIn(8)) delete container[key];
  else if (random.oneIn(10)) renameKey(container, key, random.pick(KEYS));
  else define(container, key, hostileValue(random, names, ownValue(container, key)));
}

function renameKey(object: { [key: string]: Json }, from: string, to: string): void {
  const value = ownValue(object, from);
  delete object[from];
  define(object, to, value);
}

function ownValue(object: { [key: string]: Json }, key: string): Json {
  return Object.hasOwn(object, key) ? object[key]! : 0;
}

/** As an own key even when it is `__proto__`. */
function define(object: { [key: string]: Json }, key: string, value: Json): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Parts that launch files seldom have all of. */
function addSection(random: Random, root: { [key: string]: Json }, names: readonly string[]): void {
  const value = () => hostileValue(random, names, 1);
  const key = random.pick([
    'params',
    'constants',
    'tunables',
    'constraints',
    'check',
    'workgroupSize',
    'entryPoint',
    'name',
    'dispatch',
    'bindings',
  ]);
  const sections: Record<string, Json> = {
    params: { A: 'B', B: random.oneIn(2) ? 'A' : 'C + 1', C: value() },
    constants: { A: 'A', BLOCK: value(), 0: value() },
    tunables: {
      N: { values: [1, 2, value()] },
      M: { range: { from: value(), to: value(), step: value() } },
      K: value(),
    },
    constraints: [expression(random, names), value()],
    check: value(),
    workgroupSize: [value(), value()],
    entryPoint: random.pick(['main', '', 'x', '\0', 'main\n']),
    name: value(),
    dispatch: [value(), value(), value()].slice(0, 1 + random.below(3)),
    bindings: [{ group: 0, binding: 0, size: value(), data: dataOf(random) }],
  };
  define(root, key, sections[key]!);
}

/** Spellings of the same document that only readers of JSON with comments take, and some that none does. */
function respell(random: Random, text: string): string {
  const quirks = [
    () => `\ufeff${text}`,
    () => text.replace(/,/, ', /* c */'),
    () => text.replace(/\{/, '{ // c\n'),
    () => text.replace(/\}(?!.*\})/s, ', }'),
    () => text.replace(/"(\w+)":/, '"$1": 1, "$1":'),
    () => text.replace(/\d+/, '1e999'),
    () => text.replace(/\d+/, '-0'),
    () => text.replace(/\d+/, '00012'),
    () => text.replace(/"(\w)/, '"\\u0000$1'),
    () => text.replace(/"/g, "'"),
    () => text + text,
    () => `[${text}]`,
    () => '['.repeat(1 << random.below(18)) + text,
    () => text.replace(/:/, `: ${'{"a":'.repeat(1 << random.below(9))}`),
    () => text.replace(/\n/g, '\r\n'),
    () => text.replace(/\d/, '٣'),
    () => `${text} /*`,
  ];
  return random.pick(quirks)();
}

/** A launch file made of `text`, with tokens of `donor`. */
export function mutateLaunch(random: Random, text: string, donor: string): string {
  if (random.oneIn(5)) {
    const tokens = tokensOf(text);
    const donorTokens = tokensOf(donor);
    for (let i = random.few(); i > 0; i--) mutateTokens(random, tokens, donorTokens);
    return random.oneIn(3) ? damageText(random, tokens.join('')) : tokens.join('');
  }
  const root = parse(text) as Json;
  if (typeof root !== 'object' || root === null || Array.isArray(root)) return damageText(random, text);
  const names = Object.keys((root['params'] ?? {}) as object);
  for (let i = random.few(); i > 0; i--) {
    if (random.oneIn(5)) addSection(random, root, names);
    else mutateValue(random, root, names);
  }
  const result = JSON.stringify(root, null, random.oneIn(2) ? 2 : 0);
  return random.oneIn(8) ? respell(random, result) : result;
}
