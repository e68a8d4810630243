// WGSL out of WGSL: splices along the grammar (statements, expressions, declarations, types by matched
// brackets, within a shader or from another one), and the changes to tokens and characters that break it.

import type { Random } from './random.ts';
import {
  damageText,
  edgeNumber,
  findToken,
  isBlank,
  isName,
  isNumber,
  mutateTokens,
  tokensOf,
} from './tokens.ts';

/** Half-open range of tokens. */
interface Range {
  readonly start: number;
  readonly end: number;
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Where the bracket at `start` closes; the end of the tokens when it does not. */
function closing(tokens: readonly string[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    if (CLOSING[tokens[at]!] !== undefined) depth++;
    else if (/^[)\]}]$/.test(tokens[at]!) && --depth === 0) return at;
  }
  return tokens.length;
}

/** The statement, or module-scope declaration, that a token is part of: from after one `;{}` up to the next end. */
function statementAt(tokens: readonly string[], at: number): Range {
  let start = at;
  while (start > 0 && !/^[;{}]$/.test(tokens[start - 1]!)) start--;
  for (let end = start; end < tokens.length; end++) {
    if (tokens[end] === ';') return { start, end: end + 1 };
    if (tokens[end] === '{') return { start, end: closing(tokens, end) + 1 };
    if (tokens[end] === '}') return { start, end };
    if (tokens[end] === '(') end = closing(tokens, end);
  }
  return { start, end: tokens.length };
}

function someStatement(random: Random, tokens: readonly string[]): Range {
  return statementAt(
    tokens,
    findToken(random, tokens, (token) => !isBlank(token)),
  );
}

/** The contents of a bracketed list's entry, or of the whole list. */
function someExpression(random: Random, tokens: readonly string[]): Range {
  const open = findToken(random, tokens, (token) => token === '(' || token === '[');
  if (open < 0) return { start: 0, end: 0 };
  const end = closing(tokens, open);
  const starts = [open + 1];
  for (let at = open + 1; at < end; at++) {
    if (tokens[at] === ',') starts.push(at + 1);
    else if (CLOSING[tokens[at]!] !== undefined) at = closing(tokens, at);
  }
  const which = random.below(starts.length);
  return { start: starts[which]!, end: which + 1 < starts.length ? starts[which + 1]! - 1 : end };
}

const part = (tokens: readonly string[], { start, end }: Range): string[] => tokens.slice(start, end);

/** An argument list has an end; what is longer goes in as one token. */
const MOST_TOKENS = 10_000;

function replace(tokens: string[], { start, end }: Range, by: readonly string[]): void {
  tokens.splice(start, end - start, ...(by.length > MOST_TOKENS ? [by.join('')] : by));
}

/** Builtins that take the same arguments; swapping them keeps most shaders right. */
const BUILTINS: readonly (readonly string[])[] = [
  [
    'abs',
    'floor',
    'ceil',
    'round',
    'trunc',
    'fract',
    'sign',
    'sqrt',
    'inverseSqrt',
    'exp',
    'exp2',
    'log',
    'log2',
    'sin',
    'cos',
    'tan',
    'asin',
    'acos',
    'atan',
    'sinh',
    'cosh',
    'tanh',
    'asinh',
    'acosh',
    'atanh',
    'saturate',
    'degrees',
    'radians',
    'quantizeToF16',
    'length',
    'normalize',
  ],
  [
    'countOneBits',
    'countLeadingZeros',
    'countTrailingZeros',
    'reverseBits',
    'firstLeadingBit',
    'firstTrailingBit',
    'abs',
  ],
  [
    'min',
    'max',
    'pow',
    'atan2',
    'step',
    'distance',
    'dot',
    'cross',
    'reflect',
    'ldexp',
    'dot4U8Packed',
    'dot4I8Packed',
  ],
  ['fma', 'mix', 'clamp', 'smoothstep', 'select', 'faceForward', 'refract', 'extractBits'],
  [
    'subgroupAdd',
    'subgroupMul',
    'subgroupMin',
    'subgroupMax',
    'subgroupAnd',
    'subgroupOr',
    'subgroupXor',
    'subgroupInclusiveAdd',
    'subgroupExclusiveAdd',
    'subgroupInclusiveMul',
    'subgroupExclusiveMul',
    'subgroupBroadcastFirst',
    'quadSwapX',
    'quadSwapY',
    'quadSwapDiagonal',
  ],
  [
    'subgroupBroadcast',
    'subgroupShuffle',
    'subgroupShuffleXor',
    'subgroupShuffleUp',
    'subgroupShuffleDown',
    'quadBroadcast',
  ],
  [
    'atomicAdd',
    'atomicSub',
    'atomicMin',
    'atomicMax',
    'atomicAnd',
    'atomicOr',
    'atomicXor',
    'atomicExchange',
    'atomicStore',
  ],
  ['workgroupBarrier', 'storageBarrier', 'subgroupElect'],
  ['pack4x8snorm', 'pack4x8unorm', 'pack2x16snorm', 'pack2x16unorm', 'pack2x16float'],
  [
    'unpack4x8snorm',
    'unpack4x8unorm',
    'unpack2x16snorm',
    'unpack2x16unorm',
    'unpack2x16float',
    'unpack4xI8',
    'unpack4xU8',
  ],
  ['transpose', 'determinant', 'frexp', 'modf', 'all', 'any', 'arrayLength'],
];

const TYPES = [
  'f32',
  'u32',
  'i32',
  'f16',
  'bool',
  'vec2f',
  'vec3f',
  'vec4f',
  'vec2u',
  'vec3u',
  'vec4i',
  'vec3<bool>',
  'mat2x2f',
  'mat3x4f',
  'mat4x4f',
  'array<f32, 4>',
  'array<vec3f, 3>',
  'array<array<u32, 2>, 3>',
  'atomic<u32>',
  'array<u32>',
  'ptr<function, u32>',
  'array<u32, 2000000000>',
  'array<u32, 65536>',
  'vec4<f16>',
  'array<f32, 0>',
  'vec3<vec3f>',
];

function isType(token: string): boolean {
  return /^(f32|u32|i32|f16|bool|vec[234][fuih]?|mat[234]x[234][fh]?|array|atomic|ptr)$/.test(token);
}

function swapBuiltin(random: Random, tokens: string[]): void {
  const at = findToken(random, tokens, (token) => BUILTINS.some((group) => group.includes(token)));
  if (at >= 0) tokens[at] = random.pick(random.pick(BUILTINS.filter((group) => group.includes(tokens[at]!))));
}

function swapType(random: Random, tokens: string[]): void {
  const at = findToken(random, tokens, isType);
  if (at < 0) return;
  const isTemplate = tokens[at + 1] === '<';
  const end = isTemplate ? tokens.indexOf('>', at) + 1 : at + 1;
  if (end > at) replace(tokens, { start: at, end }, tokensOf(random.pick(TYPES)));
}

const WRAPPINGS: readonly (readonly [before: string, after: string])[] = [
  ['if (true) {', '}'],
  ['if (false) {', '} else {}'],
  ['loop {', 'break; }'],
  ['for (var fz = 0u; fz < 3u; fz++) {', '}'],
  ['for (var fz = 0; fz < 100; fz += 7) {', 'if (fz > 40) { continue; } }'],
  ['while (true) {', 'break; }'],
  ['switch 3 { case 1, 2: {} default: {', '} }'],
  ['{', '}'],
  ['loop { if (1 > 2) { continue; }', 'continuing { break if true; } }'],
];

function wrapStatement(random: Random, tokens: string[]): void {
  const range = someStatement(random, tokens);
  const [before, after] = random.pick(WRAPPINGS);
  const times = random.oneIn(200) ? 2000 : random.oneIn(10) ? 30 : 1;
  const body = part(tokens, range);
  replace(tokens, range, [
    ...Array.from({ length: times }, () => before),
    ...body,
    ...Array.from({ length: times }, () => after),
  ]);
}

/** An expression inside another one of its kind. */
function wrapExpression(random: Random, tokens: string[]): void {
  const range = someExpression(random, tokens);
  const inner = part(tokens, range).join('');
  const outer = [
    `-(${inner})`,
    `(${inner}) + (${inner})`,
    `(${inner})`,
    `select(${inner}, ${inner}, true)`,
    `~(${inner})`,
    `!(${inner})`,
    `(${inner})[0]`,
    `(${inner}).x`,
    `vec3(${inner})`,
    `f32(${inner})`,
    `u32(${inner})`,
    `i32(${inner})`,
    `bool(${inner})`,
    `bitcast<u32>(${inner})`,
    `min(${inner}, ${inner})`,
    `&(${inner})`,
    `*&(${inner})`,
    `array(${inner}, ${inner})`,
  ];
  replace(tokens, range, tokensOf(random.pick(outer)));
}

/** One change that keeps the brackets in order. */
function splice(random: Random, tokens: string[], donor: readonly string[]): void {
  switch (random.below(14)) {
    case 0:
      replace(tokens, someStatement(random, tokens), part(donor, someStatement(random, donor)));
      return;
    case 1:
      replace(tokens, someStatement(random, tokens), part(tokens, someStatement(random, tokens)));
      return;
    case 2:
      replace(tokens, someStatement(random, tokens), []);
      return;
    case 3: {
      const range = someStatement(random, tokens);
      const copies = Array.from({ length: random.oneIn(50) ? 1000 : random.few() }, () =>
        part(tokens, range),
      );
      replace(tokens, range, [part(tokens, range), ...copies].flat());
      return;
    }
    case 4:
    case 5:
      replace(tokens, someExpression(random, tokens), part(tokens, someExpression(random, tokens)));
      return;
    case 6:
      replace(tokens, someExpression(random, tokens), part(donor, someExpression(random, donor)));
      return;
    case 7:
      swapBuiltin(random, tokens);
      return;
    case 8:
      swapType(random, tokens);
      return;
    case 9:
      wrapStatement(random, tokens);
      return;
    case 10:
      wrapExpression(random, tokens);
      return;
    case 11: {
      const at = findToken(random, tokens, isNumber);
      if (at >= 0) tokens[at] = edgeNumber(random, tokens[at]!);
      return;
    }
    case 12: {
      // A name by another of the shader: most are variables, and often of the same type.
      const at = findToken(random, tokens, isName);
      const by = findToken(random, tokens, isName);
      if (at >= 0) tokens[at] = tokens[by]!;
      return;
    }
    default:
      moveStatement(random, tokens);
  }
}

function moveStatement(random: Random, tokens: string[]): void {
  const from = someStatement(random, tokens);
  const moved = part(tokens, from);
  replace(tokens, from, []);
  if (tokens.length === 0) return;
  const { start } = someStatement(random, tokens);
  replace(tokens, { start, end: start }, moved);
}

/** A shader made of `text`, with parts of `donor`. Two in three go through splices alone. */
export function mutateWgsl(random: Random, text: string, donor: string): string {
  const tokens = tokensOf(text);
  const donorTokens = tokensOf(donor);
  const changes = random.few();
  const isRough = random.oneIn(3);
  for (let i = 0; i < changes && tokens.length > 0; i++) {
    if (isRough && !random.oneIn(3)) mutateTokens(random, tokens, donorTokens);
    else splice(random, tokens, donorTokens);
  }
  const result = tokens.join('');
  return isRough && random.oneIn(4) ? damageText(random, result) : result;
}
