// Lines of code that have become too long, broken in front of an operator or behind a comma: at the outermost
// brackets where that helps, so that what belongs together stays together.

import type { Style } from './layout.ts';

interface Place {
  /** The first character of the next line. */
  readonly at: number;
  /** Brackets around the place; an operator that binds weaker counts as further out. */
  readonly rank: number;
}

/** The line itself where it fits, or cannot be broken. */
export function wrapCode(line: string, { unit, width }: Style): string[] {
  const indent = /^\s*/.exec(line)![0];
  const lines: string[] = [];
  let rest = line;
  while (rest.length > width && !/\/[/*]/.test(rest)) {
    const from = /^\s*/.exec(rest)![0].length;
    const fitting = placesOf(rest).filter(({ at }) => at > from && at <= width);
    if (fitting.length === 0) break;
    const least = Math.min(...fitting.map(({ rank }) => rank));
    const { at } = fitting.findLast(({ rank }) => rank === least)!;
    lines.push(rest.slice(0, at).trimEnd());
    rest = indent + unit + rest.slice(at);
  }
  return [...lines, rest];
}

/** Operators in front of which a line may end, the weakest first; not comparisons, since `<` may be none. */
const OPERATORS = [/^\|\| /, /^&& /, /^[-+|^&] /];
/** Factors are only parted where nothing else can be, however deep that stands. */
const FACTOR = /^[*/%] /;
const LAST = 1000;

function placesOf(line: string): Place[] {
  const places: Place[] = [];
  let depth = 0;
  for (let i = 0; i < line.length; i++) {
    if ('(['.includes(line[i])) depth++;
    else if (')]'.includes(line[i])) depth--;
    if (line[i - 1] !== ' ') continue;
    const rank = depth * (OPERATORS.length + 1);
    if (',;'.includes(line[i - 2])) places.push({ at: i, rank });
    const rest = line.slice(i);
    const operator = OPERATORS.findIndex((each) => each.test(rest));
    if (operator >= 0) places.push({ at: i, rank: rank + operator + 1 });
    else if (FACTOR.test(rest)) places.push({ at: i, rank: rank + LAST });
  }
  return places;
}
