// The difference of two texts by lines, as `diff -u` prints it.

/** Lines around a change that are shown. */
const CONTEXT = 2;

interface Line {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** The hunks without the two lines that name files; empty where nothing differs. */
export function unifiedDiff(before: string, after: string): string {
  const lines = compared(linesOf(before), linesOf(after));
  return hunksOf(lines)
    .map(([from, to]) => `${headOf(lines, from, to)}\n${lines.slice(from, to).map(textOf).join('')}`)
    .join('');
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function textOf({ sign, text }: Line): string {
  return `${sign}${text}\n`;
}

function compared(before: readonly string[], after: readonly string[]): Line[] {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++;
  let tail = 0;
  const room = Math.min(before.length, after.length) - start;
  while (tail < room && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const kept = (text: string): Line => ({ sign: ' ', text });
  return [
    ...before.slice(0, start).map(kept),
    ...middle(before.slice(start, before.length - tail), after.slice(start, after.length - tail)),
    ...before.slice(before.length - tail).map(kept),
  ];
}

/** By the longest common subsequence; what goes stands before what comes. */
function middle(before: readonly string[], after: readonly string[]): Line[] {
  const width = after.length + 1;
  const longest = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      longest[i * width + j] =
        before[i] === after[j]
          ? longest[(i + 1) * width + j + 1] + 1
          : Math.max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
    }
  }
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ sign: ' ', text: before[i++] });
      j++;
    } else if (
      j === after.length ||
      (i < before.length && longest[(i + 1) * width + j] >= longest[i * width + j + 1])
    ) {
      lines.push({ sign: '-', text: before[i++] });
    } else {
      lines.push({ sign: '+', text: after[j++] });
    }
  }
  return lines;
}

/** Ranges of lines: changes with what is around them, together where they meet. */
function hunksOf(lines: readonly Line[]): [from: number, to: number][] {
  const hunks: [number, number][] = [];
  lines.forEach(({ sign }, index) => {
    if (sign === ' ') return;
    const [from, to] = [Math.max(0, index - CONTEXT), Math.min(lines.length, index + CONTEXT + 1)];
    const last = hunks.at(-1);
    if (last && from <= last[1]) last[1] = to;
    else hunks.push([from, to]);
  });
  return hunks;
}

function headOf(lines: readonly Line[], from: number, to: number): string {
  const range = (other: Line['sign']) => {
    const count = (part: readonly Line[]) => part.filter(({ sign }) => sign !== other).length;
    const length = count(lines.slice(from, to));
    return `${count(lines.slice(0, from)) + (length === 0 ? 0 : 1)},${length}`;
  };
  return `@@ -${range('+')} +${range('-')} @@`;
}
