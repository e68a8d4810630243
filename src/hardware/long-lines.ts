// Tint quotes the whole line for each of its errors, so that a thousand errors in one long line take it minutes
// and gigabytes. Long lines are broken behind statements and blocks before it sees them.

export interface BrokenSource {
  readonly code: string;
  /** From an offset in `code` to the one in the source. */
  readonly toSource: (offset: number) => number;
}

const LONG_LINE = 400;

/** Where lines may end early: behind what ends a statement, outside of comments. */
function breaksOf(source: string): number[] {
  const breaks: number[] = [];
  let lineStart = 0;
  for (const match of source.matchAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|[;{}\n]/g)) {
    const [text] = match;
    const end = match.index + text.length;
    if (text === '\n') lineStart = end;
    else if (text.length === 1 && end - lineStart > LONG_LINE) {
      breaks.push(end);
      lineStart = end;
    }
  }
  return breaks;
}

export function withoutLongLines(source: string): BrokenSource {
  const breaks = breaksOf(source);
  const code = [0, ...breaks].map((start, k) => source.slice(start, breaks[k])).join('\n');
  return { code, toSource: (offset) => offset - breaks.filter((at, k) => at + k < offset).length };
}
