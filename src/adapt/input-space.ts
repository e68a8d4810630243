// The inputs that a kernel is adapted to: params of its launch with the values that each may take, as the command line
// says them: 'N=2^8..2^13, M=1..4096 step 8, K=64,128'. Where values lie between others is measured by their logarithm,
// as sizes are.

import { didYouMean } from '../diagnostics/suggest.ts';
import { ExpressionError, evaluate } from '../launch/expressions.ts';
import { expandRange } from '../launch/tunables.ts';

/** A param and its values. */
export interface InputAxis {
  readonly name: string;
  /** Ascending, each once. */
  readonly values: readonly number[];
  /** A range without gaps: its values are drawn evenly by logarithm rather than by number. */
  readonly isDense: boolean;
}

/** A value of each axis, in their order. */
export type Input = readonly number[];

export type InputSpace = readonly InputAxis[];

/** What is wrong with the text of an input space, and where. */
export class InputsError extends Error {
  /** Position in the text. */
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.name = 'InputsError';
    this.offset = offset;
  }
}

/** What may be said of a launch's inputs. */
export interface InputNames {
  /** Params that hold a number of their own. */
  readonly params: readonly string[];
  /** What a search varies, which therefore is no input. */
  readonly tunables: readonly string[];
}

/** Of a longer range so many values are kept, evenly by logarithm; far more than inputs are ever drawn. */
const MOST_VALUES = 4096;

interface Piece {
  readonly text: string;
  readonly offset: number;
}

/** @throws InputsError */
export function parseInputs(text: string, names: InputNames): InputSpace {
  const found = new Map<string, { values: Set<number>; isDense: boolean }>();
  let axis: { values: Set<number>; isDense: boolean } | undefined;
  for (const piece of piecesOf(text)) {
    const [, before, name, rest] = /^(\s*([^\s=<>!]+)\s*=)(?!=)(.*)$/s.exec(piece.text) ?? [];
    if (name !== undefined) {
      checkName(name, piece.offset + piece.text.indexOf(name), names);
      if (found.has(name)) throw new InputsError(`${name} is there twice`, piece.offset);
      axis = { values: new Set(), isDense: false };
      found.set(name, axis);
    }
    const values = name === undefined ? piece : { text: rest, offset: piece.offset + before.length };
    if (axis === undefined)
      throw new InputsError('expected NAME=VALUES, for instance N=2^8..2^13', piece.offset);
    const { numbers, isDense } = valuesOf(values);
    axis.isDense = isDense && axis.values.size === 0;
    for (const value of numbers) axis.values.add(value);
  }
  return [...found].map(([name, { values, isDense }]) => ({
    name,
    values: [...values].sort((a, b) => a - b),
    isDense,
  }));
}

/** What stands between commas, those in parentheses not counted. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')') depth--;
    if (at < text.length && (text[at] !== ',' || depth > 0)) continue;
    pieces.push({ text: text.slice(start, at), offset: start });
    start = at + 1;
  }
  return pieces;
}

function checkName(name: string, offset: number, { params, tunables }: InputNames): void {
  if (tunables.includes(name))
    throw new InputsError(`${name} is a tunable, which is chosen for an input and is none itself`, offset);
  if (params.includes(name)) return;
  const inputs = params.filter((each) => !tunables.includes(each));
  const hint = didYouMean(name, inputs) || `; there are ${inputs.join(', ') || 'none'}`;
  throw new InputsError(`${name} is no param of the launch file${hint}`, offset);
}

/** `A`, `A..B`, `A..B step C` or `A..B times C`; powers of one base, without step or times, go by that base. */
function valuesOf(piece: Piece): { readonly numbers: readonly number[]; readonly isDense: boolean } {
  const [from, ...rest] = split(piece, '..');
  if (rest.length === 0) return { numbers: [numberOf(from)], isDense: false };
  if (rest.length > 1) throw new InputsError('a range has two ends: FROM..TO', rest[1].offset);
  const [, to, word, by] = /^(.*?)(?:\s+(step|times)\s+(.*))?$/s.exec(rest[0].text)!;
  const toPiece = { text: to, offset: rest[0].offset };
  const ends = { from: numberOf(from), to: numberOf(toPiece) };
  const base = word === undefined ? commonBase(from.text, to) : undefined;
  const stride =
    word === undefined
      ? undefined
      : numberOf({ text: by, offset: rest[0].offset + rest[0].text.length - by.length });
  if (base !== undefined) return { numbers: expanded({ ...ends, times: base }, piece), isDense: false };
  if (word === 'times') return { numbers: expanded({ ...ends, times: stride! }, piece), isDense: false };
  return { numbers: stepped(ends.from, ends.to, stride ?? 1, piece), isDense: true };
}

function split({ text, offset }: Piece, by: string): Piece[] {
  let next = offset;
  return text.split(by).map((part) => {
    const piece = { text: part, offset: next };
    next += part.length + by.length;
    return piece;
  });
}

/** `2^8` and `2^13` have base 2. */
function commonBase(from: string, to: string): number | undefined {
  const power = /^\s*(\d+)\s*\^\s*\d+\s*$/;
  const [a, b] = [power.exec(from)?.[1], power.exec(to)?.[1]];
  return a !== undefined && a === b && Number(a) > 1 ? Number(a) : undefined;
}

function expanded(range: Parameters<typeof expandRange>[0], { offset }: Piece): number[] {
  const values = expandRange(range);
  if (typeof values === 'string') throw new InputsError(values, offset);
  return values;
}

/** Multiples of the step from `from` on; of too many those that lie evenly by logarithm. */
function stepped(from: number, to: number, step: number, piece: Piece): number[] {
  const count = Math.floor((to - from) / step) + 1;
  if (!(count > MOST_VALUES)) return expanded({ from, to, step }, piece);
  if (!(step > 0)) throw new InputsError(`step ${step} is not above 0`, piece.offset);
  const low = Math.max(from, step);
  const values = Array.from({ length: MOST_VALUES }, (_, i) => {
    const value = low * (to / low) ** (i / (MOST_VALUES - 1));
    return from + Math.round((value - from) / step) * step;
  });
  return [...new Set([from, ...values])].filter((value) => value <= to);
}

function numberOf({ text, offset }: Piece): number {
  const place = offset + text.length - text.trimStart().length;
  if (text.trim() === '') throw new InputsError('expected a number, for instance 256 or 2^8', place);
  try {
    return evaluate(text, () => undefined);
  } catch (error) {
    if (error instanceof ExpressionError) throw new InputsError(`"${text.trim()}": ${error.message}`, place);
    throw error;
  }
}

/** Where a value lies between the least (0) and the most (1) of its axis, by logarithm where all are above 0. */
export function fractionOf({ values }: InputAxis, value: number): number {
  const [low, high] = [values[0], values.at(-1)!];
  if (low === high) return 0;
  if (low > 0) return Math.log(value / low) / Math.log(high / low);
  return (value - low) / (high - low);
}

/** The value of an axis that lies nearest to a place between 0 and 1. */
export function valueAt(axis: InputAxis, place: number): number {
  const { values, isDense } = axis;
  if (!isDense) return values[Math.min(values.length - 1, Math.floor(place * values.length))];
  return values.reduce((best, value) => (away(value) < away(best) ? value : best));

  function away(value: number): number {
    return Math.abs(fractionOf(axis, value) - place);
  }
}

/** How far two inputs are from each other: the root of the sum of the squared differences of their places. */
export function distance(space: InputSpace, a: Input, b: Input): number {
  return Math.sqrt(
    space.reduce((sum, axis, at) => sum + (fractionOf(axis, a[at]) - fractionOf(axis, b[at])) ** 2, 0),
  );
}

/** `N 256, M 64`. */
export function inputText(space: InputSpace, input: Input): string {
  return space.map(({ name }, at) => `${name} ${input[at]}`).join(', ');
}

/** As `-D` says it: what every launch of this input is opened with. */
export function paramsOfInput(space: InputSpace, input: Input): Record<string, string> {
  return Object.fromEntries(space.map(({ name }, at) => [name, String(input[at])]));
}
