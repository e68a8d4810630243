// Launch files out of launch files: hostile values in the place of values, keys added, dropped and repeated,
// expressions that abuse the calculator, and damage to the text.

import { parse } from 'jsonc-parser';
import type { Random } from './random.ts';
import { damageText, mutateTokens, tokensOf } from './tokens.ts';

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

const CALLS = [
  'abs',
  'add',
  'ceil',
  'floor',
  'gcd',
  'lcm',
  'log',
  'log2',
  'max',
  'min',
  'mod',
  'pow',
  'round',
  'sqrt',
  'fix',
  'leftShift',
  'rightLogShift',
  'bitNot',
  'multiply',
  'divide',
  'exp',
  'cbrt',
  'import',
  'createUnit',
  'evaluate',
  'parse',
  'factorial',
  'gamma',
  'combinations',
  'range',
  'zeros',
  'ones',
  'matrix',
  'concat',
  'config',
  'simplify',
  'derivative',
  'unit',
  'bignumber',
  'fraction',
  'string',
  'format',
  'print',
  'map',
  'filter',
  'reviver',
  'typed',
  'constructor',
  'toString',
  '__proto__',
  'hasOwnProperty',
  'random',
  'nthRoot',
  'isPrime',
  'xgcd',
  'bellNumbers',
];

const EXPRESSIONS = [
  '1/0',
  '0/0',
  '-1/0',
  '2^2^2^2^2^2',
  '10^308*10',
  '170!',
  '171!',
  '1e9!',
  '1:1e9',
  '[1,2;3,4]',
  'zeros(1e9)',
  'ones(1e5,1e5)',
  '"a"',
  "'a'",
  '"a"*1e9',
  'N=5',
  'f(x)=x^2',
  'f(x)=f(x)',
  'x.y',
  'x["constructor"]',
  'cos.constructor("return 1")()',
  'import({a:1},{override:true})',
  'createUnit("foo")',
  'evaluate("1+1")',
  'parse("1")',
  '{a:1}',
  '{a:1}.a',
  '5 cm',
  '5 cm to inch',
  'i',
  'sqrt(-1)',
  '0x10',
  '0b1',
  '1_000',
  '1,5',
  '1;2',
  '1\n2',
  '# comment',
  '1 # c',
  '()',
  '((',
  '))',
  '1 ? 2 : 3',
  'a ? b',
  '1 < 2 < 3',
  'not 1',
  '1 and 0',
  '1 xor 1',
  '5%',
  '5%3',
  '5 mod 0',
  '5 mod -3',
  "A'",
  '2 3',
  '2(3)',
  '(2)(3)',
  'pi',
  'e',
  'tau',
  'Infinity',
  'NaN',
  'null',
  'undefined',
  'true',
  'this',
  'end',
  'ans',
  '1 |> 2',
  'gcd(2^53, 3)',
  'gcd(0,0)',
  'gcd(1e308, 7)',
  'gcd(0.5, 3)',
  'lcm(2^52, 2^51+1)',
  '1 << 100',
  '1 >> -1',
  '-1 >>> 0',
  '2^31 | 0',
  '2^53 & 1',
  '~1e300',
  '1e300 | 1',
  'bitNot(0.5)',
  'log(0)',
  'log(-1)',
  'log(8, 2)',
  'log(8, 0)',
  'log(1,1)',
  'max()',
  'min()',
  'max(1)',
  'max([1,2])',
  'round(1.5, 20)',
  'round(1.5, 1e9)',
  'round(1, -1)',
  'abs',
  'abs abs',
  'max',
  'sqrt()',
  'sqrt(1,2,3)',
  '.5',
  '5.',
  '.',
  '-',
  '--1',
  '- - 1',
  '+1',
  '1++1',
  '1--1',
  '\u0000',
  '𝒳',
  '⅓',
  '²',
  '1²',
  'ñ',
  '%',
  '$',
  '@',
  '`',
  '\\',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '1 == 1',
  '1 != 1',
  '(1,2)',
  'f(',
  'a[1]',
  'a[1:2]',
  'a(1)=2',
  'x -> x',
  'function',
  'x => x',
  '1e',
  '1e+',
  '1e999',
  '-1e999',
  '0x',
  '0xZZ',
  '1e-999',
  '"',
  "'",
  ' ',
  '',
  '\t',
  '\u00a0',
  '\u2003',
];

const PATHS = [
  '',
  '.',
  '..',
  '/',
  '/dev/zero',
  '/dev/null',
  '/dev/stdin',
  '/proc/self/mem',
  '/proc/kcore',
  'missing.bin',
  'a\0b',
  '\0',
  '~',
  '//',
  'C:\\x',
  'x'.repeat(5000),
  '../'.repeat(1000),
  'saxpy.wgsl',
  'shader.spv',
  'shader.spvasm',
  'http://x',
  'file:///x',
  'ñ/ü',
  '%00',
  '\ud800',
  'data.csv',
  '/tmp',
];

const KEYS = [
  '__proto__',
  'constructor',
  'toString',
  '',
  ' ',
  'N',
  'n',
  'pi',
  'e',
  'abs',
  'true',
  '0',
  '-1',
  '1.5',
  'a b',
  'ñ',
  '\0',
  'x'.repeat(2000),
  'params',
  'kind',
  'values',
  '$schema',
  'hasOwnProperty',
  'valueOf',
  'length',
  'then',
];

const KINDS = [
  'zeros',
  'random-f32',
  'random-u32',
  'iota-u32',
  'words',
  'u32',
  'f32',
  'csr-rows',
  'file',
  'csv',
  'random_f32',
  '',
  '__proto__',
  'constructor',
];

/** An expression by chance: numbers, names of the file, calls, operators, depth. */
function expression(random: Random, names: readonly string[], depth = 0): string {
  if (random.oneIn(4)) return random.pick(EXPRESSIONS);
  const inner = () =>
    depth > 4 || random.oneIn(2) ? leaf(random, names) : expression(random, names, depth + 1);
  switch (random.below(8)) {
    case 0:
      return `${random.pick(CALLS)}(${inner()}, ${inner()})`;
    case 1:
      return `${random.pick(CALLS)}(${inner()})`;
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
  const times = random.oneIn(30) ? 100_000 : 1 << random.below(10);
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
      return Array.from({ length: random.oneIn(20) ? 20_000 : random.few() * 3 }, () => like);
    case 9:
      return {
        kind: random.pick(KINDS),
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

/** A right `data` object with extreme numbers. */
function dataOf(random: Random): Json {
  const number = () => random.pick(NUMBERS);
  const kind = random.pick(KINDS);
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
