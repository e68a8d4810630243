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
// Builtins in groups that take the same arguments, so that swapping them keeps most shaders right.
import words from './wgsl-words.json' with { type: 'json' };

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
    if (CLOSING[tokens[at]] !== undefined) depth++;
    else if (/^[)\]}]$/.test(tokens[at]) && --depth === 0) return at;
  }
  return tokens.length;
}

/** The statement, or module-scope declaration, that a token is part of: from after one `;{}` up to the next end. */
function statementAt(tokens: readonly string[], at: number): Range {
  let start = at;
  while (start > 0 && !/^[;{}]$/.test(tokens[start - 1])) start--;
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
    else if (CLOSING[tokens[at]] !== undefined) at = closing(tokens, at);
  }
  const which = random.below(starts.length);
  return { start: starts[which], end: which + 1 < starts.length ? starts[which + 1] - 1 : end };
}

const part = (tokens: readonly string[], { start, end }: Range): string[] => tokens.slice(start, end);

/** An argument list has an end; what is longer goes in as one token. */
const MOST_TOKENS = 10_000;

function replace(tokens: string[], { start, end }: Range, by: readonly string[]): void {
  tokens.splice(start, end - start, ...(by.length > MOST_TOKENS ? [by.join('')] : by));
}

function isType(token: string): boolean {
  return /^(f32|u32|i32|f16|bool|vec[234][fuih]?|mat[234]x[234][fh]?|array|atomic|ptr)$/.test(token);
}

function swapBuiltin(random: Random, tokens: string[]): void {
  const at = findToken(random, tokens, (token) => words.builtins.some((group) => group.includes(token)));
  if (at >= 0)
    tokens[at] = random.pick(random.pick(words.builtins.filter((group) => group.includes(tokens[at]))));
}

function swapType(random: Random, tokens: string[]): void {
  const at = findToken(random, tokens, isType);
  if (at < 0) return;
  const isTemplate = tokens[at + 1] === '<';
  const end = isTemplate ? tokens.indexOf('>', at) + 1 : at + 1;
  if (end > at) replace(tokens, { start: at, end }, tokensOf(random.pick(words.types)));
}

function wrapStatement(random: Random, tokens: string[]): void {
  const range = someStatement(random, tokens);
  const [before = '', after = ''] = random.pick(words.wrappings);
  const times = random.oneIn(400) ? 1000 : random.oneIn(20) ? 16 : 1;
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
      const copies = Array.from({ length: random.oneIn(100) ? 200 : random.few() }, () =>
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
      if (at >= 0) tokens[at] = edgeNumber(random, tokens[at]);
      return;
    }
    case 12: {
      // A name by another of the shader: most are variables, and often of the same type.
      const at = findToken(random, tokens, isName);
      const by = findToken(random, tokens, isName);
      if (at >= 0) tokens[at] = tokens[by];
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
