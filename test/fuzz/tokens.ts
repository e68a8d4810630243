// Texts as lists of tokens, and the mutations that need no more than that. They serve WGSL, assembly and the
// text of launch files alike; what a format's tokens are replaced by comes with the call.

import type { Random } from './random.ts';

const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|0[xX][\da-fA-F]+(?:\.[\da-fA-F]*)?(?:[pP][-+]?\d+)?[iufh]?|\d+\.?\d*(?:[eE][-+]?\d+)?[iufh]?|\.\d+[fh]?|[%@]?[\p{L}_][\p{L}\p{N}_]*|\s+|<<=|>>=|&&|\|\||->|[-+*/%&|^<>=!]=|<<|\+\+|--|./gsu;

export function tokensOf(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

export const isBlank = (token: string): boolean => /^\s/.test(token);
export const isNumber = (token: string): boolean => /^\.?\d/.test(token);
export const isName = (token: string): boolean => /^[%@]?[\p{L}_]/u.test(token);

/** The position of a random token that `wanted` accepts, searched on from a random place; -1 without one. */
export function findToken(
  random: Random,
  tokens: readonly string[],
  wanted: (token: string) => boolean,
): number {
  const start = random.below(tokens.length);
  for (let step = 0; step < tokens.length; step++) {
    const at = (start + step) % tokens.length;
    if (wanted(tokens[at])) return at;
  }
  return -1;
}

const OPERATORS = [
  ['+', '-', '*', '/', '%'],
  ['&', '|', '^', '<<', '>>'],
  ['<', '<=', '>', '>=', '==', '!='],
  ['&&', '||'],
  ['+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '=', '<<=', '>>='],
  ['!', '-', '~', '&', '*', ''],
  ['(', '[', '{', '<', ''],
  [')', ']', '}', '>', ''],
  [';', ',', ':', '.', '->', ''],
];

/** An operator of the same class most of the time, so that the text stays likely to be right. */
function otherOperator(random: Random, token: string): string {
  const own = OPERATORS.filter((each) => each.includes(token));
  return random.pick(own.length > 0 && !random.oneIn(8) ? random.pick(own) : random.pick(OPERATORS));
}

const INTEGERS = [
  '0',
  '1',
  '2',
  '3',
  '4',
  '7',
  '8',
  '31',
  '32',
  '33',
  '63',
  '64',
  '255',
  '256',
  '65535',
  '65536',
];
const EDGES = [
  '2147483647',
  '2147483648',
  '4294967295',
  '4294967296',
  '0x7fffffff',
  '0xffffffff',
  '18446744073709551616',
];
const FLOATS = [
  '0.0',
  '0.5',
  '1.0',
  '-1.5',
  '1e-45',
  '1e38',
  '3.4e38',
  '1e39',
  '65504.0',
  '1e-7',
  '1e400',
  '0x1p-149',
  '0x1.fffffep127',
];
const SUFFIXES = ['', '', 'u', 'i', 'f', 'h'];

export function edgeNumber(random: Random, like: string): string {
  if (random.oneIn(10)) return random.pick(FLOATS) + random.pick(SUFFIXES);
  const suffix = /[iufh]$/.exec(like)?.[0] ?? (random.oneIn(8) ? random.pick(SUFFIXES) : '');
  const isFloat = /[.eEp]|[fh]$/.test(like) && !/^0[xX]/.test(like);
  if (isFloat) return random.pick(FLOATS) + suffix;
  return random.pick(random.oneIn(4) ? EDGES : INTEGERS) + suffix;
}

const ODD = [
  '\0',
  '\ufeff',
  '\u202e',
  '\ud800',
  'ñ',
  '変数',
  '𝒳',
  '\r',
  '\u2028',
  '`',
  '#',
  '$',
  '\\',
  '"',
  "'",
  '/*',
  '*/',
  '//',
  '_',
  '__',
  '@',
  '}}}}',
  '((((',
  ']]]]',
  '<<<<<<',
  '>>>>',
  '-----',
  '!!!!',
  '~~~~',
  '&&&&',
  ';;;;',
];

/** One change to the list, in place. `donor` is another text of the format. */
export function mutateTokens(random: Random, tokens: string[], donor: readonly string[]): void {
  const at = random.below(tokens.length);
  const solid = findToken(random, tokens, (token) => !isBlank(token));
  if (solid < 0) {
    tokens.push(random.pick(ODD));
    return;
  }
  switch (random.below(16)) {
    case 0:
      tokens.splice(at, random.few());
      return;
    case 1:
      tokens.splice(at, 0, ...tokens.slice(at, at + random.few()));
      return;
    case 2: {
      const other = random.below(tokens.length);
      [tokens[at], tokens[other]] = [tokens[other], tokens[at]];
      return;
    }
    case 3:
      tokens[solid] = random.pick(donor.length > 0 ? donor : tokens);
      return;
    case 4:
    case 5:
    case 6: {
      const number = findToken(random, tokens, isNumber);
      if (number >= 0) tokens[number] = edgeNumber(random, tokens[number]);
      return;
    }
    case 7:
    case 8:
    case 9: {
      const operator = findToken(
        random,
        tokens,
        (token) => !isBlank(token) && !isName(token) && !isNumber(token),
      );
      if (operator >= 0) tokens[operator] = otherOperator(random, tokens[operator]);
      return;
    }
    case 10:
    case 11:
    case 12: {
      const from = findToken(random, tokens, isName);
      const to = findToken(random, tokens, isName);
      if (from >= 0) tokens[from] = tokens[to];
      return;
    }
    case 13:
      tokens.splice(at, 0, random.pick(ODD));
      return;
    case 14:
      tokens.splice(at, random.few(), ...donor.slice(random.below(donor.length)).slice(0, random.few() * 4));
      return;
    default:
      growToken(random, tokens, solid);
  }
}

/** Makes something very long or very deep. */
function growToken(random: Random, tokens: string[], at: number): void {
  const times = random.oneIn(20) ? 10_000 : 1 << random.below(9);
  const token = tokens[at];
  if (random.oneIn(3) && isName(token)) tokens[at] = token.repeat(times);
  else if (random.oneIn(2)) tokens[at] = `${'('.repeat(times)}${token}${')'.repeat(times)}`;
  else tokens[at] = `${token} `.repeat(times);
}

/** Byte-level damage: flips, cuts and repeats of characters. */
export function damageText(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  const length = random.few() * random.few();
  switch (random.below(5)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length);
    case 1:
      return (
        text.slice(0, at) +
        String.fromCharCode(random.below(random.oneIn(4) ? 65536 : 128)) +
        text.slice(at + 1)
      );
    case 2:
      return text.slice(0, at);
    case 3:
      return text.slice(0, at) + text.slice(at, at + length).repeat(1 << random.below(8)) + text.slice(at);
    default:
      return text.slice(0, at) + random.pick(ODD) + text.slice(at);
  }
}
