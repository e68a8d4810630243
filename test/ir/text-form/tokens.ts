// Splits the text form of a module into tokens. Line ends mean nothing except that `@file:start-end` and
// `//` comments run to the end of their line.

import { DiagnosticError, type Span } from '../../../src/diagnostics/diagnostic.ts';

export type TokenKind =
  | 'word'
  | 'string'
  | 'value'
  | 'construct'
  | 'constant'
  | 'mark'
  | 'origin'
  | 'span'
  | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** The characters, without quotes (string), `%` (value), `#` (construct), `!` (origin) or `@` (span). */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

// Alternatives in order: space and comments, span, string, value, construct, number with suffix, word, mark, origin.
const PATTERN =
  /((?:\s|\/\/[^\n]*)+)|@([^\n]*)|("(?:[^"\\\n]|\\.)*")|%([A-Za-z0-9_.]+)|#(\d+)|(-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|(?:inf|nan)_)(?:i8|i16|i64|h|f|d)?(?![A-Za-z0-9_]))|([A-Za-z_][A-Za-z0-9_]*)|([{}()[\]:=,+<.])|!([A-Za-z0-9_-]+)/y;

const KINDS: readonly TokenKind[] = [
  'span',
  'string',
  'value',
  'construct',
  'constant',
  'word',
  'mark',
  'origin',
];

/** All tokens, the last of kind `end`. Throws a `DiagnosticError` at characters that start no token. */
export function tokenize(text: string, file: string): Token[] {
  const tokens: Token[] = [];
  let start = 0;
  while (start < text.length) {
    PATTERN.lastIndex = start;
    const match = PATTERN.exec(text);
    if (!match) throw syntaxError(`unexpected character '${text[start]}'`, { file, start, end: start + 1 });
    const end = start + match[0].length;
    if (match[1] === undefined) tokens.push(tokenOf(match, start, end, file));
    start = end;
  }
  tokens.push({ kind: 'end', text: '', start, end: start });
  return tokens;
}

function tokenOf(match: RegExpExecArray, start: number, end: number, file: string): Token {
  const group = KINDS.findIndex((_, index) => match[index + 2] !== undefined);
  const kind = KINDS[group];
  const raw = match[group + 2];
  if (kind !== 'string') return { kind, text: raw.trimEnd(), start, end };
  try {
    return { kind, text: JSON.parse(raw) as string, start, end };
  } catch {
    throw syntaxError('this string has an escape that JSON does not know', { file, start, end });
  }
}

/** The error that carries one `ir/syntax` diagnostic. */
export function syntaxError(message: string, span: Span): DiagnosticError {
  return new DiagnosticError([{ severity: 'invalid', code: 'ir/syntax', message, span }]);
}
