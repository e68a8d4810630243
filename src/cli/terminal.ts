// What the commands know about where their output goes: streams, colour, progress.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { renderDiagnostics } from '../diagnostics/render.ts';
import { readText } from '../launch/load.ts';

/** Colour only on a terminal, and never against the user's wish (https://no-color.org). */
export function wantsColor(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY === true && !process.env['NO_COLOR'];
}

function sourceText(file: string): string | undefined {
  return /\.spv$/i.test(file) ? undefined : readText(file, 'source').value;
}

/** Prints problems on stderr, with the lines they are about. */
export function printDiagnostics(diagnostics: readonly Diagnostic[]): void {
  const options = { source: sourceText, color: wantsColor(process.stderr) };
  process.stderr.write(renderDiagnostics(diagnostics, options));
}

/** How a problem reads in one line: its message, and where. */
export function oneLine(diagnostic: Diagnostic): string {
  const [first, place] = renderDiagnostics([diagnostic], { source: sourceText }).split('\n');
  const message = first!.slice(first!.indexOf(':') + 2);
  return place?.startsWith(' --> ') ? `${message} (${place.slice(' --> '.length)})` : message;
}

/** Prints an internal error in one line, without its trace unless that was asked for. */
export function printInternalError(error: unknown, context = ''): void {
  const message = error instanceof Error ? error.message : String(error);
  const wantsTrace = process.env['KERNELCAST_DEBUG'] === '1';
  const hint = wantsTrace ? '' : ' (a bug in kernelcast; KERNELCAST_DEBUG=1 shows where)';
  process.stderr.write(`internal error: ${context}${message.split('\n')[0]}${hint}\n`);
  if (wantsTrace && error instanceof Error) process.stderr.write(`${error.stack}\n`);
}

/** A line on stderr that says how far a long run is; only on a terminal and only after a second. */
export class Progress {
  private readonly startMs = performance.now();
  private isShown = false;

  show(text: string): void {
    if (process.stderr.isTTY !== true || performance.now() - this.startMs < 1000) return;
    process.stderr.write(`\r\x1b[K${text}`);
    this.isShown = true;
  }

  clear(): void {
    if (this.isShown) process.stderr.write('\r\x1b[K');
    this.isShown = false;
  }
}
