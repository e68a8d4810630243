// JSON as other tools leave it: perhaps not closed, because the writer was still at work or was killed. Errors
// have a place, which `JSON.parse` does not always tell.

import type { Diagnostic, Outcome } from '../../diagnostics/diagnostic.ts';
import { placeOf } from './fields.ts';

interface Scan {
  /** Offset of the first character that JSON does not allow; the length when the text only ends too early. */
  readonly errorAt: number;
  /** Closing brackets that are missing at `completeUntil`, innermost first. */
  readonly missing: string;
  /** Offset behind the last complete value or member of the outermost open list or object. */
  readonly completeUntil: number;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Python's writer leaves these where a number has no finite value. */
const LITERAL = /true|false|null|NaN|-?Infinity/y;
const STRING = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const UNFINISHED_STRING = /^"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{0,4}))*\\?$/u;
const SPACE = /[ \t\r\n]*/y;
/** A text that perhaps never ends: tried anew at each of its quotes, a long one would cost its square. */
const ANY_STRING = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/;
const STRING_OR_WORD = new RegExp(`${ANY_STRING.source}|-?\\b(?:NaN|Infinity)\\b`, 'g');
const STRING_OR_MARK = new RegExp(`${ANY_STRING.source}|[[{\\]},]`, 'g');

type Expected = 'value' | 'first' | 'key' | 'colon' | 'comma' | 'end';

/** Reads as far as the text is JSON. Only called when something is wrong with it. */
function scan(text: string): Scan {
  const stack: string[] = [];
  let expected = 'value' as Expected;
  let at = 0;
  let completeUntil = 0;
  let openThere = 0;
  const match = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const afterValue = () => {
    expected = stack.length === 0 ? 'end' : 'comma';
    completeUntil = at;
    openThere = stack.length;
  };
  for (;;) {
    match(SPACE);
    const next = text[at];
    if (next === undefined) break;
    if (expected === 'end') break;
    const closes = stack.at(-1);
    if ((expected === 'first' || expected === 'comma') && next === closes) {
      at++;
      stack.pop();
      afterValue();
    } else if (expected === 'comma') {
      if (next !== ',') break;
      at++;
      expected = closes === '}' ? 'key' : 'value';
    } else if (expected === 'colon') {
      if (next !== ':') break;
      at++;
      expected = 'value';
    } else if (expected === 'key' || (expected === 'first' && closes === '}')) {
      if (!match(STRING)) break;
      expected = 'colon';
    } else if (next === '{' || next === '[') {
      at++;
      stack.push(next === '{' ? '}' : ']');
      expected = 'first';
      completeUntil = at;
      openThere = stack.length;
    } else {
      if (!match(STRING) && !match(LITERAL) && !match(NUMBER)) break;
      // A number at the very end may have lost digits.
      if (at === text.length && stack.length > 0) break;
      afterValue();
    }
  }
  // Brackets that were open then are open still.
  const missing = stack.slice(0, openThere).reverse().join('');
  const isCut = expected !== 'end' && isCutShort(text.slice(at));
  return { errorAt: isCut || at === text.length ? text.length : at, missing, completeUntil };
}

/** Whether the rest of a text could go on to become JSON. */
function isCutShort(rest: string): boolean {
  if (rest === '') return true;
  if (UNFINISHED_STRING.test(rest)) return true;
  return /^[-+.\w]*$/.test(rest);
}

/** NaN and infinities, which Python writes outside of JSON, become null. */
function withoutNonFinite(text: string): string {
  return text.replace(STRING_OR_WORD, (token) => (token[0] === '"' ? token : 'null'));
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface ParsedJson {
  readonly value: unknown;
  /** True when the end of the text was missing; the value then holds what was complete. */
  readonly isCut: boolean;
}

/** Parses JSON whose end may be missing. `entryDepth`: brackets open around an entry that counts only whole. */
export function parseJson(file: string, text: string, entryDepth = 2): Outcome<ParsedJson> {
  const tooDeepAt = depthExceededAt(text);
  if (tooDeepAt !== undefined) return { diagnostics: [tooDeep(file, text, tooDeepAt)] };
  const value = tryParse(text) ?? tryParse(withoutNonFinite(text));
  if (value !== undefined) return { value: { value, isCut: false }, diagnostics: [] };
  const { errorAt } = scan(text);
  if (errorAt < text.length) return { diagnostics: [syntaxError(file, text, errorAt)] };
  const whole = closed(text, entryDepth);
  const repaired = whole === undefined ? undefined : tryParse(withoutNonFinite(whole));
  if (repaired === undefined) return { diagnostics: [syntaxError(file, text, errorAt)] };
  return { value: { value: repaired, isCut: true }, diagnostics: [] };
}

/** As of launch files: nobody writes more, and whoever reads it would need so much stack. */
const MOST_DEPTH = 100;

/** Where brackets nest too deep; undefined where they do not. */
function depthExceededAt(text: string): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(STRING_OR_MARK)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    if (depth > MOST_DEPTH) return index;
  }
  return undefined;
}

function tooDeep(file: string, text: string, at: number): Diagnostic {
  const message = `${placeOf(file, text, at)}: more than ${MOST_DEPTH} brackets in one another`;
  return { severity: 'invalid', code: 'tune/json', message, span: { file, start: at, end: at + 1 } };
}

/** The text up to its last whole entry, with the brackets that are missing. */
function closed(text: string, entryDepth: number): string | undefined {
  let until = text.length;
  for (let attempt = 0; attempt < 64; attempt++) {
    const { missing, completeUntil } = scan(text.slice(0, until));
    if (completeUntil === 0) return undefined;
    if (missing.length <= entryDepth) return text.slice(0, completeUntil) + missing;
    // Inside of an entry: it goes, with the comma before it.
    until = startOfEntry(text.slice(0, completeUntil), missing.length - entryDepth);
  }
  return undefined;
}

/** Offset of the entry `levels` brackets above the end of the text: of the comma before it, or behind a bracket. */
function startOfEntry(text: string, levels: number): number {
  const starts = [0];
  for (const { 0: token, index } of text.matchAll(STRING_OR_MARK)) {
    if (token === '{' || token === '[') starts.push(index + 1);
    else if (token === '}' || token === ']') starts.pop();
    else if (token === ',') starts[starts.length - 1] = index;
  }
  return starts.at(-levels - 1) ?? 0;
}

function syntaxError(file: string, text: string, at: number): Diagnostic {
  const isEnd = at >= text.length;
  const message = isEnd
    ? `${file}: the JSON ends too early`
    : `${placeOf(file, text, at)}: not JSON from here on: ${JSON.stringify(text.slice(at, at + 20))}`;
  const start = Math.min(at, Math.max(0, text.length - 1));
  return {
    severity: 'invalid',
    code: 'tune/json',
    message,
    span: { file, start, end: Math.min(text.length, start + 1) },
  };
}
