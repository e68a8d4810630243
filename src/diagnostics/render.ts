// The one place that turns problems into text: what, where, the source line with the place marked, notes.

import type { Diagnostic, Severity, Span } from './diagnostic.ts';
import { excerpt } from './excerpt.ts';
import { printable } from './printable.ts';

/** What a problem is shown with. */
export interface RenderOptions {
  /** The source by the name that spans use; undefined when it is not known. */
  readonly source: (file: string) => string | BinarySource | undefined;
  /** ANSI colour; off unless asked for. */
  readonly color?: boolean;
}

/** A source whose spans are byte offsets. */
export interface BinarySource {
  /** What lies there, in one line of text; undefined when nobody can tell. */
  readonly lineAt: (byte: number) => string | undefined;
}

export interface Position {
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 units. */
  readonly column: number;
}

const WORDS: Readonly<Record<Severity, string>> = {
  invalid: 'error',
  unsupported: 'unsupported',
  'no-gpu': 'no usable GPU',
  warning: 'warning',
};

const TAB = '  ';

/** Messages quote names of the source, which may be of any length. */
const LONGEST_MESSAGE = 2000;

/** Line and column of an offset into a text. */
export function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, Math.max(0, offset));
  let line = 1;
  for (let i = before.indexOf('\n'); i >= 0; i = before.indexOf('\n', i + 1)) line++;
  return { line, column: before.length - before.lastIndexOf('\n') };
}

function paint(options: RenderOptions, code: string, text: string): string {
  return options.color === true ? `\x1b[${code}m${text}\x1b[0m` : text;
}

/** Long lines are cut to a window around the marked place. */
function visibleWindow(line: string, column: number, width: number): { text: string; shift: number } {
  if (line.length <= width) return { text: line, shift: 0 };
  const shift = Math.max(0, Math.min(column - 1 - Math.floor(width / 3), line.length - width));
  const cut = line.slice(shift, shift + width);
  const start = shift > 0 ? `…${cut.slice(1)}` : cut;
  return { text: shift + width < line.length ? `${start.slice(0, -1)}…` : start, shift };
}

function renderPlace(span: Span, options: RenderOptions): string[] {
  const text = options.source(span.file);
  if (text === undefined) return [` --> ${printable(span.file)}`];
  if (typeof text !== 'string') return renderBytes(span, text, options);
  const { line, column } = positionOf(text, span.start);
  const place = ` --> ${printable(span.file)}:${line}:${column}`;
  const lineStart = Math.min(span.start, text.length) - column + 1;
  const newline = text.indexOf('\n', lineStart);
  const lineEnd = newline < 0 ? text.length : newline;
  const whole = text.slice(lineStart, lineEnd).replace(/\r$/, '');
  const window = visibleWindow(whole, column, 90);
  const before = window.text.slice(0, column - 1 - window.shift);
  const marked = window.text.slice(before.length, Math.max(0, span.end - lineStart - window.shift));
  const expand = (part: string) => printable(part.replaceAll('\t', TAB));
  const gutter = String(line);
  const empty = ' '.repeat(gutter.length);
  const carets = '^'.repeat(Math.max(1, expand(marked).length));
  const bar = paint(options, '2', '|');
  return [
    place,
    `${empty} ${bar}`,
    `${gutter} ${bar} ${expand(window.text)}`,
    `${empty} ${bar} ${' '.repeat(expand(before).length)}${paint(options, '31', carets)}`,
  ];
}

function renderBytes(span: Span, source: BinarySource, options: RenderOptions): string[] {
  const byte = `0x${span.start.toString(16)}`;
  const place = ` --> ${printable(span.file)}: byte ${byte}`;
  const line = source.lineAt(span.start);
  if (line === undefined) return [place];
  const bar = paint(options, '2', '|');
  const shown = printable(visibleWindow(line, 1, 90).text);
  return [place, `${' '.repeat(byte.length)} ${bar}`, `${byte} ${bar} ${shown}`];
}

/** One problem as lines of text, without a newline at the end. */
export function renderDiagnostic(diagnostic: Diagnostic, options: RenderOptions): string {
  const color = diagnostic.severity === 'warning' ? '33' : '31';
  const word = paint(options, `1;${color}`, `${WORDS[diagnostic.severity]}:`);
  const lines = [`${word} ${printable(excerpt(diagnostic.message, LONGEST_MESSAGE))}`];
  if (diagnostic.span !== undefined) lines.push(...renderPlace(diagnostic.span, options));
  for (const note of diagnostic.notes ?? []) {
    lines.push(`  = ${printable(excerpt(note, LONGEST_MESSAGE))}`);
  }
  return lines.join('\n');
}

/** All problems, one after the other, with a newline after each. */
export function renderDiagnostics(diagnostics: readonly Diagnostic[], options: RenderOptions): string {
  return diagnostics.map((diagnostic) => `${renderDiagnostic(diagnostic, options)}\n`).join('');
}
