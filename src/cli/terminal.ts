// What the commands know about where their output goes: streams, colour, progress.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { printable } from '../diagnostics/printable.ts';
import { type BinarySource, renderDiagnostics } from '../diagnostics/render.ts';
import { readText } from '../launch/load.ts';

/** Colour only on a terminal, and never against the user's wish (https://no-color.org). */
export function wantsColor(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY === true && !process.env['NO_COLOR'];
}

/** A kernel with one slip in a thousand places is not told about it a thousand times. */
const MOST_SHOWN = 20;

const binarySources = new Map<string, BinarySource>();

/** Makes the places in a binary file readable; texts need no such thing. */
export function rememberBinary(file: string, source: BinarySource): void {
  binarySources.set(file, source);
}

type Origin = (offset: number) => { readonly file: string; readonly offset: number };

const origins = new Map<string, Origin>();

/** Says where places in a source that was put together from several stand in these. */
export function rememberOrigins(file: string, origin: Origin): void {
  origins.set(file, origin);
}

/** The problem at its place in what the user wrote. */
function atOrigin(diagnostic: Diagnostic): Diagnostic {
  const { span } = diagnostic;
  const origin = span && origins.get(span.file);
  if (!origin) return diagnostic;
  const [start, last] = [origin(span.start), origin(Math.max(span.start, span.end - 1))];
  const end = last.file === start.file ? Math.max(start.offset, last.offset) + 1 : start.offset + 1;
  return { ...diagnostic, span: { file: start.file, start: start.offset, end } };
}

/** Folders that stand for what the user named. */
const folders = new Map<string, string>();

/** Says that files in a folder of ours are told by another name: the archive that they were unpacked from. */
export function rememberFolder(folder: string, name: string): void {
  folders.set(folder, name);
}

/** A text with files named as the user knows them. */
export function asNamed(text: string): string {
  return [...folders].reduce((named, [folder, name]) => named.replaceAll(folder, name), text);
}

/** Sources by name, texts read once each. */
function sourceReader(): (file: string) => string | BinarySource | undefined {
  const known = new Map<string, string | BinarySource | undefined>(binarySources);
  return (file) => {
    if (!known.has(file)) known.set(file, readText(file, 'source').value);
    return known.get(file);
  };
}

/** Prints one line on stderr, whatever it quotes. */
export function say(line: string): void {
  process.stderr.write(`${printable(line)}\n`);
}

/** Prints problems on stderr, with the lines they are about. */
export function printDiagnostics(diagnostics: readonly Diagnostic[]): void {
  const options = { source: sourceReader(), color: wantsColor(process.stderr) };
  const shown = diagnostics.slice(0, MOST_SHOWN).map(atOrigin);
  const more = diagnostics.length - shown.length;
  const rest = more > 0 ? `and ${more} more\n` : '';
  process.stderr.write(asNamed(renderDiagnostics(shown, options)) + rest);
}

/** How problems read in one line each: their message, and where. */
export function oneLiners(diagnostics: readonly Diagnostic[]): string[] {
  const source = sourceReader();
  const lines = diagnostics.slice(0, MOST_SHOWN).map((diagnostic) => {
    const text = asNamed(renderDiagnostics([atOrigin(diagnostic)], { source }));
    const [first, place] = text.split('\n');
    const message = first.slice(first.indexOf(':') + 2);
    return place?.startsWith(' --> ') ? `${message} (${place.slice(' --> '.length)})` : message;
  });
  const more = diagnostics.length - lines.length;
  return more > 0 ? [...lines, `and ${more} more warnings`] : lines;
}

/** Prints an internal error in one line, without its trace unless that was asked for. */
export function printInternalError(error: unknown, context = ''): void {
  const message = error instanceof Error ? error.message : String(error);
  const wantsTrace = process.env['KERNELCAST_DEBUG'] === '1';
  const hint = wantsTrace ? '' : ' (a bug in kernelcast; KERNELCAST_DEBUG=1 shows where)';
  say(`internal error: ${context}${message.split('\n')[0]}${hint}`);
  if (wantsTrace && error instanceof Error) process.stderr.write(`${error.stack}\n`);
}

/** A line on stderr that says how far a long run is; only on a terminal and only after a second. */
export class Progress {
  private readonly startMs = performance.now();
  private isShown = false;

  show(text: string): void {
    if (process.stderr.isTTY !== true || performance.now() - this.startMs < 1000) return;
    process.stderr.write(`\r\x1b[K${printable(text)}`);
    this.isShown = true;
  }

  clear(): void {
    if (this.isShown) process.stderr.write('\r\x1b[K');
    this.isShown = false;
  }
}
