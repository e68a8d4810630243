// Plain-text layout that fits a terminal of 100 columns: wrapped paragraphs, aligned pairs, borderless tables.

import Table from 'cli-table3';
import { shorten } from './shorten.ts';

export { shorten };

export const WIDTH = 100;

/** Between the columns of a table. */
const GAP = '  ';

/** Text styles; all of them do nothing unless colour was asked for. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  warn(text: string): string;
}

export function styleFor(color: boolean): Style {
  const paint = (code: string) => (text: string) => (color ? `\x1b[${code}m${text}\x1b[0m` : text);
  return { bold: paint('1'), dim: paint('2'), warn: paint('33') };
}

/** Words filled into lines of at most `width` columns; later lines start with `indent`. */
export function wrap(text: string, width = WIDTH, indent = ''): string {
  const lines: string[] = [];
  let line = '';
  const pieces = text.split(/\s+/).flatMap((word) => chunks(word, width - indent.length));
  for (const word of pieces) {
    if (line === '') line = (lines.length > 0 ? indent : '') + word;
    else if (columns(line) + 1 + columns(word) <= width) line += ` ${word}`;
    else {
      lines.push(line);
      line = indent + word;
    }
  }
  return [...lines, line].join('\n');
}

/** A word too long for a line is broken. */
function chunks(word: string, width: number): string[] {
  const letters = [...word];
  if (letters.length <= width) return [word];
  const parts: string[] = [];
  for (let at = 0; at < letters.length; at += width) parts.push(letters.slice(at, at + width).join(''));
  return parts;
}

function columns(text: string): number {
  return [...text].length;
}

/** Label and value per line, values aligned, long values wrapped under themselves. */
export function pairs(rows: readonly (readonly [label: string, value: string])[], indent = '  '): string {
  const labelWidth = Math.max(...rows.map(([label]) => columns(label)));
  const valueColumn = indent.length + labelWidth + 2;
  return rows
    .map(([label, value]) => {
      const start = `${indent}${label}${' '.repeat(labelWidth - columns(label))}  `;
      return start + wrap(value, WIDTH - valueColumn).replaceAll('\n', `\n${' '.repeat(valueColumn)}`);
    })
    .join('\n');
}

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** Columns by their titles; those that begin with `>` are aligned to the right. */
export function columnsOf(...titles: readonly string[]): readonly Column[] {
  return titles.map((title) =>
    title.startsWith('>') ? { title: title.slice(1), align: 'right' } : { title },
  );
}

const NO_BORDER = Object.fromEntries(
  [
    ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
    ...['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'],
  ].map((part) => [part, '']),
);

/** The rows with their first column cut to what the others leave of a line. */
export function fitted(
  columnsOf: readonly Column[],
  rows: readonly (readonly string[])[],
  width = WIDTH,
): string[][] {
  const others = columnsOf.slice(1).map((column, i) => {
    return GAP.length + Math.max(columns(column.title), ...rows.map((row) => columns(row[i + 1])));
  });
  const left = width - others.reduce((sum, each) => sum + each, 0);
  return rows.map(([first, ...rest]) => [shorten(first, left), ...rest]);
}

/** A table without borders, two blanks between its columns. */
export function table(
  columnsOf: readonly Column[],
  rows: readonly (readonly string[])[],
  style: Style,
): string {
  const made = new Table({
    head: columnsOf.map((column) => style.bold(column.title)),
    colAligns: columnsOf.map((column) => column.align ?? 'left'),
    chars: { ...NO_BORDER, middle: GAP },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  made.push(...rows.map((row) => [...row]));
  return made.toString().replace(/[ ]+$/gm, '');
}
